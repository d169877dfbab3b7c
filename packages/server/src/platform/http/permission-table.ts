import {
  type Actor,
  type AnyResource,
  type Catalogue,
  can,
  canCall,
  canLookUpRecords,
  canRun,
  getResourcePath,
  isStepUpRequired,
  readingVerbs,
  sessionPaths,
  type Verb,
  verbs,
} from '@gantry/core';
import type { CallSpec } from './call.ts';

/** A row of the permission table: who may make a call, and what else it requires. */
export interface Permission extends Pick<CallSpec, 'path' | 'access'> {
  /** Whether the actor may make the call, by role and permission set. */
  readonly may: (actor: Actor) => boolean;
  readonly stepUp: boolean;
  /** Whether the call changes nothing, so that a read-only token may make it. */
  readonly reads: boolean;
  /** Whether it frees space or is needed to sign in, and is therefore served even when the disk is nearly full. */
  readonly whenFull: boolean;
  /** Maximum duration of the call, in seconds. */
  readonly seconds: number;
}

/** Default maximum duration of a call. */
const defaultSeconds = 15;
/** Verbs that work on many records take longer. */
const secondsByVerb: Partial<Record<Verb, number>> = { batch: 60, import: 60, export: 600 };
const spaceFreeingVerbs: readonly Verb[] = ['delete', 'batch'];

const sessionCallsWhenFull: readonly string[] = [
  sessionPaths.login,
  sessionPaths.logout,
  sessionPaths.captcha,
  '/step-up',
];

function getPermissionsOfResource(resource: AnyResource, all: readonly AnyResource[]): Permission[] {
  const ofVerbs = verbs.flatMap((verb): Permission[] => {
    const access = resource.access[verb];
    const path = getResourcePath(resource.name, verb);
    const seconds = secondsByVerb[verb] ?? defaultSeconds;
    const reads = readingVerbs.includes(verb);
    const whenFull = reads || spaceFreeingVerbs.includes(verb);
    const stepUp = isStepUpRequired(resource, verb);
    const canLookUp = (actor: Actor) => verb === 'list' && canLookUpRecords(actor, resource, all);
    const may = (actor: Actor) => can(actor, resource, verb) || canLookUp(actor);
    return access ? [{ path, access, may, stepUp, reads, whenFull, seconds }] : [];
  });
  const ofActions = Object.entries(resource.actions ?? {}).flatMap(([name, action]): Permission[] => {
    if (action.on === 'system') return [];
    const { roles: access, stepUp = false, reads = false } = action;
    const may = (actor: Actor) => canRun(actor, resource, action).ok;
    const path = getResourcePath(resource.name, name);
    return [{ path, access, may, stepUp, reads, whenFull: reads, seconds: defaultSeconds }];
  });
  return [...ofVerbs, ...ofActions];
}

/** Returns all calls by path. A call that is not in the table cannot be registered. */
export function createPermissionTable(catalogue: Catalogue): ReadonlyMap<string, Permission> {
  const ofCalls = catalogue.calls.map((call): Permission => {
    const { path, roles: access, stepUp = false, reads = false, seconds = defaultSeconds } = call;
    const whenFull = reads || sessionCallsWhenFull.includes(path);
    return { path, access, may: (actor) => canCall(actor, call), stepUp, reads, whenFull, seconds };
  });
  const all = [...ofCalls, ...catalogue.resources.flatMap((one) => getPermissionsOfResource(one, catalogue.resources))];
  return new Map(all.map((permission) => [permission.path, permission]));
}
