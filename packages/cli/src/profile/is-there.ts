import { entities } from '../catalogue/entities.ts';
import { readKnownFlags } from './known-flags.ts';

/** Whether a server has an entity, by its command: one behind a flag only when the server is known to have set it. */
export function isThere(command: string, profile: string | null): boolean {
  const flag = Object.hasOwn(entities, command) ? entities[command]?.flag : undefined;
  if (flag === undefined || flag === null) return flag === null;
  return readKnownFlags(profile)[flag] === 'true';
}
