import { type AnyResource, type Fields, listTargets, type Values } from '@gantry/core';
import { type ContentPlace, content } from '../catalog/content.ts';
import { loadEntity } from '../catalog/index.ts';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { isEntityAvailable } from '../profile/known-flags.ts';
import { serializeStable } from './stable.ts';

/** A content entity with its definition. */
export interface PortableResource {
  readonly place: ContentPlace;
  readonly resource: AnyResource;
  readonly fields: Fields;
  /** References that are set after everything is created: to the same entity, or to a later one. */
  readonly late: ReadonlySet<string>;
}

/** The content entities of a server, as far as its feature flags are known. */
export function presentContent(profile: string | null): ContentPlace[] {
  return content.filter(({ command }) => isEntityAvailable(command, profile));
}

/** The entities of the given names, or all of them if no name is given. */
export function selectContent(
  names: readonly string[],
  present: readonly ContentPlace[],
  { t }: Context,
): ContentPlace[] {
  const unknown = names.find((name) => !present.some(({ command }) => command === name));
  if (unknown !== undefined) {
    const hint = present.map(({ command }) => command).join(' ');
    throw new CliError(t('content.unknown', { name: unknown }), exitCodes.usage, { hint });
  }
  return present.filter(({ command }) => names.length === 0 || names.includes(command));
}

/** The given entities and those that they refer to, in the order of content. */
export function withTargets(images: readonly ContentPlace[]): ContentPlace[] {
  const names = new Set(images.map(({ name }) => name));
  const targets = content.filter(
    ({ name }) => !names.has(name) && images.some(({ targets }) => targets.includes(name)),
  );
  if (targets.length === 0) return content.filter(({ name }) => names.has(name));
  return withTargets([...images, ...targets]);
}

async function load(place: ContentPlace): Promise<PortableResource> {
  const resource = await loadEntity(place.name);
  const fields = Object.fromEntries(
    place.fields.flatMap((name) => (resource.fields[name] ? [[name, resource.fields[name]] as const] : [])),
  );
  const order = content.map(({ name }) => name);
  const late = Object.entries(fields).flatMap(([name, field]) => {
    const isLate = listTargets(field).some((to) => order.indexOf(to) >= order.indexOf(place.name));
    return isLate && field.required !== true ? [name] : [];
  });
  return { place, resource, fields, late: new Set(late) };
}

export async function loadPortables(images: readonly ContentPlace[]): Promise<ReadonlyMap<string, PortableResource>> {
  const loaded = await Promise.all(images.map(load));
  return new Map(loaded.map((portableResource) => [portableResource.place.name, portableResource]));
}

/** The values with the defaults of key fields that a file written by hand leaves out. */
export function fillKeyDefaults({ place, fields }: PortableResource, values: Values): Values {
  const defaults = place.key.flatMap((name) => {
    const field = fields[name];
    return values[name] === undefined && field && 'default' in field ? [[name, field.default]] : [];
  });
  return { ...values, ...Object.fromEntries(defaults) };
}

/** The natural key of a record as text; null when a part of it is empty. */
export function formatKey({ place }: PortableResource, values: Values): string | null {
  const parts = place.key.map((name) => values[name] ?? null);
  return parts.includes(null) ? null : serializeStable(parts);
}
