import { type AnyResource, type Field, findField } from '@gantry/core';

const ofKind: Partial<Readonly<Record<Field['kind'], string>>> = {
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

/** A value that a field takes, as it is typed into a shell; dots where only a person knows one. */
export function createExampleValue(field: Field): string {
  const option = 'options' in field ? Object.keys(field.options)[0] : undefined;
  return option ?? ofKind[field.kind] ?? '...';
}

/** A filter of a list as it is typed, by its state before anything else: `status=enabled`; one that runs as it stands. */
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
