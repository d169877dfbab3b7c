import { can, getRights, type Requester, readableFields } from '../access/index.ts';
import type { ResourceSkeleton } from '../catalogue/index.ts';
import type { CallOptions, CancelSignal } from '../client/index.ts';
import { isLog, kebab, type ScreenDefinition } from '../definition/index.ts';
import { type FindAnswer, findCalls, longestKeyword } from '../modules/calls.ts';

/** A record that was found by its title. */
export interface FoundRecord {
  readonly resource: ResourceSkeleton;
  readonly id: number;
  readonly title: string;
  /** Its address: a route of the product, with the tab and the record. */
  readonly to: string;
}

export type FindCall = (path: string, body: object, options: CallOptions) => Promise<FindAnswer>;

/** What may be looked through: records that are found by their title, and that somebody may read. */
export function listSearchableResources<R extends ResourceSkeleton>(
  resources: readonly R[],
  screens: readonly ScreenDefinition[],
  requester: Requester,
): R[] {
  return screens
    .flatMap((screen) => resources.filter(({ path }) => path === screen.path))
    .filter((resource) => can(requester, resource, 'list') && can(requester, resource, 'get') && !isLog(resource))
    .filter(({ fields, title }) => fields[title]?.search === true)
    .filter((resource) => readableFields(resource, getRights(requester).role).includes(resource.title));
}

/**
 * Records of some resources that answer to a keyword, in the order of the resources; none when they cannot be asked for. The signal calls
 * it off.
 */
export async function findRecords(
  resources: readonly ResourceSkeleton[],
  keyword: string,
  call: FindCall,
  signal: CancelSignal,
): Promise<FoundRecord[]> {
  if (keyword.length > longestKeyword) return [];
  const { path } = findCalls.findRecords;
  const answer = await call(path, { keyword }, { signal, quiet: true }).catch(() => null);
  if (signal.aborted || answer === null) return [];
  return resources.flatMap((resource) =>
    answer.items
      .filter((item) => item.resource === resource.name)
      .map(({ id, title }) => ({
        resource,
        id,
        title: title === '' ? `#${id}` : title,
        to: `${resource.path}?tab=${kebab(resource.name)}&id=${id}`,
      })),
  );
}
