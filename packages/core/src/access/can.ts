import { getArea, homeArea } from '../areas/areas.ts';
import type { AnyResource, CallDefinition, Roles, ScreenDefinition, Verb } from '../definition/index.ts';
import { getRights, mayAct, type Requester } from './actor.ts';
import { canRun } from './can-run.ts';

/** May somebody use this verb of this resource? */
export function can(requester: Requester, resource: Pick<AnyResource, 'access' | 'path'>, verb: Verb): boolean {
  const roles = resource.access[verb];
  return roles !== undefined && mayAct(requester, roles, getArea(resource.path));
}

/** May somebody open this route? The workplace and one's own pages are in no set, and open to all. */
export function canOpen(requester: Requester, { roles, area, hidden }: ScreenDefinition): boolean {
  return mayAct(requester, roles, hidden || area === homeArea ? null : area);
}

/** May somebody make this call, before anything is known of what it is asked about? */
export function canCall(requester: Requester, { roles, area }: Pick<CallDefinition, 'roles' | 'area'>): boolean {
  if (roles === 'public') return true;
  return typeof area === 'object'
    ? area.some((one) => mayAct(requester, roles, one))
    : mayAct(requester, roles, area ?? null);
}

/** May somebody use what stands on a route: a settings page, a report? */
export function canUse(
  requester: Requester,
  { roles, path }: { readonly roles: Roles; readonly path: string },
): boolean {
  return mayAct(requester, roles, getArea(path));
}

/** May somebody write records of this resource, or do something to them? */
function mayWrite(requester: Requester, resource: AnyResource): boolean {
  if (can(requester, resource, 'create') || can(requester, resource, 'update')) return true;
  return Object.values(resource.actions ?? {}).some((action) => canRun(requester, resource, action).ok);
}

/** Does somebody who works on this resource pick records of another: in a form, a dialog or a filter? */
function picks({ fields, list, actions = {} }: AnyResource, name: string): boolean {
  const inputs = Object.values(actions).flatMap(({ input = {} }) => Object.values(input));
  const picked = Object.entries(fields).filter(([key, { write }]) => write !== 'never' || list.filters?.includes(key));
  return [...picked.map(([, field]) => field), ...inputs].some(
    (field) => typeof field === 'object' && field.kind === 'reference' && field.to === name,
  );
}

/**
 * May somebody whose set leaves a resource out still find its records by title, and nothing more? Only where they pick them for
 * something that they may write, and their role may list them.
 */
export function canLookUpRecords(
  requester: Requester,
  target: AnyResource,
  resources: readonly AnyResource[],
): boolean {
  if (!can(getRights(requester).role, target, 'list')) return false;
  return resources.some((resource) => picks(resource, target.name) && mayWrite(requester, resource));
}
