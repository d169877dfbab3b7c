import { can, readableFields } from '../access/index.ts';
import { type CallOptions, type CancelSignal, type ListAnswer, resourcePath } from '../api/index.ts';
import type { ResourceSketch } from '../catalogue/index.ts';
import { isLog, kebab, type ScreenDefinition } from '../definition/index.ts';

/** A record that was found by its title. */
export interface FoundRecord {
  readonly resource: ResourceSketch;
  readonly id: number;
  readonly title: string;
  /** Its address: a route of the product, with the tab and the record. */
  readonly to: string;
}

export type ListRecords = (path: string, body: object, options: CallOptions) => Promise<ListAnswer>;

/** Records of each kind, at most. */
const mostOfAKind = 3;
/** Calls that are under way at once. */
const lanes = 4;

/** What may be looked through: records that are found by their title, and that this role may read. */
export function searchedResources(
  sketches: readonly ResourceSketch[],
  screens: readonly ScreenDefinition[],
  role: string,
): ResourceSketch[] {
  return screens
    .flatMap((screen) => sketches.filter(({ path }) => path === screen.path))
    .filter((resource) => can(role, resource, 'list') && can(role, resource, 'get') && !isLog(resource))
    .filter(({ fields, title }) => fields[title]?.search === true)
    .filter((resource) => readableFields(resource, role).includes(resource.title));
}

function foundIn(resource: ResourceSketch, answer: ListAnswer): FoundRecord[] {
  return answer.items.map((item) => {
    const title = item[resource.title];
    const id = Number(item.id);
    return {
      resource,
      id,
      title: typeof title === 'string' && title !== '' ? title : `#${id}`,
      to: `${resource.path}?tab=${kebab(resource.name)}&id=${id}`,
    };
  });
}

/**
 * Looks for a keyword through the lists of some resources, a few at a time; tells what was found so far. A list that
 * cannot be asked has nothing. Stops when the signal says so.
 */
export async function findRecords(
  resources: readonly ResourceSketch[],
  keyword: string,
  list: ListRecords,
  signal: CancelSignal,
  onFound: (found: readonly FoundRecord[]) => void,
): Promise<void> {
  const waiting = [...resources.entries()];
  const found = new Map<number, FoundRecord[]>();
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
      const [at, resource] = next;
      const body = { keyword, pageSize: mostOfAKind, columns: [resource.title] };
      const answer = await list(resourcePath(resource.name, 'list'), body, { signal, quiet: true }).catch(() => null);
      if (signal.aborted || !answer || answer.items.length === 0) continue;
      found.set(at, foundIn(resource, answer));
      onFound([...found.entries()].sort(([one], [other]) => one - other).flatMap(([, records]) => records));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
