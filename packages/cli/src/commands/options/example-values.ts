import { type AnyResource, type Field, findField } from '@gantry/core';

const examplesByKind: Partial<Readonly<Record<Field['kind'], string>>> = {
  boolean: 'true',
  integer: '1',
  money: '9.90',
  reference: '1',
  time: '"2027-01-01 09:00"',
  date: '2027-01-01',
  color: "'#165DFF'",
  image: '@picture.png',
  secret: '@secret.txt',
};

/** An example value of a field for a command line; dots when only the user can know one. */
export function createExampleValue(field: Field): string {
  const option = 'options' in field ? Object.keys(field.options)[0] : undefined;
  return option ?? examplesByKind[field.kind] ?? '...';
}

/** An example filter of a list that can be run as printed. It prefers the state: `status=enabled`. */
export function createExampleFilter(resource: AnyResource): string {
  const named = (resource.list.filters ?? []).flatMap((name) => {
    const field = findField(resource, name);
    return field ? [{ name, field }] : [];
  });
  const states = named.filter(({ field }) => field.kind === 'state');
  const plain = named.filter(({ field }) => 'options' in field || ['boolean', 'reference'].includes(field.kind));
  const [first] = [...states, ...plain];
  return first ? `${first.name}=${createExampleValue(first.field)}` : 'createdAt=2026-01-01..';
}
