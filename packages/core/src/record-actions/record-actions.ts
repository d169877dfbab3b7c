import { can, canRun, getRights, type Requester, readableFields } from '../access/index.ts';
import type { ResourceSkeleton } from '../catalog/index.ts';
import type { CallOptions, CancelSignal } from '../client/index.ts';
import {
  type Action,
  type AnyResource,
  isLog,
  kebab,
  type Locale,
  localize,
  type ScreenDefinition,
} from '../definition/index.ts';
import { getInputFields } from '../fields/index.ts';
import { type FindAnswer, findCalls, longestKeyword } from '../modules/calls.ts';

/** Records whose actions are offered at once, at most. */
const maxCandidates = 2;

/** One way to start an action: as it is, or with one of its boxes ticked. */
export interface AvailableAction {
  readonly name: string;
  readonly action: Action;
  /** The field of the box that is ticked. */
  readonly ticked: string | null;
  /** The field that an amount goes into; null when there is none. */
  readonly counted: string | null;
  /** The texts of the record itself that must be given again, as for a copy: a new name goes into them. */
  readonly named: readonly string[];
  /** The field that a reason goes into; null when there is none. */
  readonly explained: string | null;
}

/** Whether an action asks before it does anything: choosing it leads to its question, and no further. */
export function confirmsFirst({ danger, input }: Action): boolean {
  return danger === true || input !== undefined;
}

/** What changes a record, and asks before. */
const changesOnAnswer = (action: Action) => action.on === 'record' && action.reads !== true && confirmsFirst(action);

/** A number with its sign at the end is an amount; the rest is what is looked for. */
export function parseAmount(typed: string): { readonly keyword: string; readonly amount: number | null } {
  const [, keyword, amount] = /^(.*\S)\s+([+-]\d{1,9})$/.exec(typed.trim()) ?? [];
  return keyword === undefined ? { keyword: typed.trim(), amount: null } : { keyword, amount: Number(amount) };
}

/** What stands after an arrow at the end is the name of a copy; the rest is what is looked for. */
export function parseNewName(typed: string): { readonly keyword: string; readonly newName: string | null } {
  const [, keyword, newName] = /^(.*\S)\s*(?:->|=>|→)\s*(\S.*)$/.exec(typed.trim()) ?? [];
  return keyword === undefined || newName === undefined
    ? { keyword: typed.trim(), newName: null }
    : { keyword, newName };
}

/** The text after a colon and a space at the end is a reason; the rest is what is looked for. */
function parseReason(typed: string): { readonly keyword: string; readonly reason: string | null } {
  const [, keyword, reason] = /^(.*\S)(?:: +|\s*：\s*)(\S.*)$/.exec(typed.trim()) ?? [];
  return keyword === undefined || reason === undefined ? { keyword: typed.trim(), reason: null } : { keyword, reason };
}

/** The texts of the record itself that an action must be given again. */
export function listNamedInput(resource: AnyResource, action: Action): string[] {
  return Object.entries(getInputFields(resource, action)).flatMap(([name, { kind, required }]) =>
    typeof action.input?.[name] === 'string' && kind === 'text' && required === true ? [name] : [],
  );
}

/**
 * The number that an action must be given, when it is read as it is typed. Else `+20` would be a share of 0.2 %, 20 bytes, or the
 * number of a record. Null when there is none.
 */
export function findCountedInput(resource: AnyResource, action: Action): string | null {
  const fields = Object.entries(getInputFields(resource, action));
  const wanted = fields.find(([, { kind, required }]) => kind === 'integer' && required === true);
  if (wanted === undefined) return null;
  const [name, field] = wanted;
  return field.kind === 'integer' && field.notation === undefined ? name : null;
}

/** The only text that an action requires and that is not one of the record: the reason for it. Null when there is none. */
export function findReasonInput(resource: AnyResource, action: Action): string | null {
  const texts = Object.entries(getInputFields(resource, action)).filter(
    ([name, { kind, required }]) => kind === 'text' && required === true && typeof action.input?.[name] !== 'string',
  );
  return texts.length === 1 ? (texts[0]?.[0] ?? null) : null;
}

/** Which records are meant: those of that whole title, or the only one that there is. */
export function selectMeant(found: readonly FoundRecord[], keyword: string, busy: boolean): readonly FoundRecord[] {
  const full = found.filter(({ title }) => title.toLowerCase() === keyword.toLowerCase());
  const only = found.length === 1 && !busy ? found : [];
  return (full.length > 0 ? full : only).slice(0, maxCandidates);
}

/** Those whose title holds all of a text, with what in it could be read as an amount or a new name. */
export function listExactMatches(found: readonly FoundRecord[], text: string): readonly FoundRecord[] {
  return found.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
}

/** What the person may do with a record as it is now, and with which box ticked: actions that ask for confirmation, unless specified otherwise. */
export function getAvailableActions(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
  requester: Requester,
  offers: (action: Action) => boolean = changesOnAnswer,
): AvailableAction[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => offers(action) && canRun(requester, resource, action, record).ok)
    .flatMap(([name, action]) => {
      const fields = Object.entries(getInputFields(resource, action));
      const counted = findCountedInput(resource, action);
      const boxes = changesOnAnswer(action)
        ? fields.filter(([, { kind, required }]) => kind === 'boolean' && required !== true)
        : [];
      const named = listNamedInput(resource, action);
      const explained = findReasonInput(resource, action);
      return [null, ...boxes.map(([field]) => field)].map((ticked) => ({
        ...{ name, action, ticked, counted, named, explained },
      }));
    });
}

/** An action in words: `Adjust balance +500`, `Ban + Withdraw the invite rewards`. `given` is the amount as it is shown. */
export function getActionTitle(
  resource: AnyResource,
  availableAction: AvailableAction,
  given: string,
  locale: Locale,
): string {
  const box =
    availableAction.ticked === null
      ? undefined
      : getInputFields(resource, availableAction.action)[availableAction.ticked];
  const named = [localize(availableAction.action.label, locale), given].filter((part) => part !== '').join(' ');
  return [named, ...(box ? [localize(box.label, locale)] : [])].join(' + ');
}

/** What was typed after the name of a record. */
export interface ActionArguments {
  /** Goes into the number that must be given. */
  readonly amount: number | null;
  /** Goes into the name that a copy must be given. */
  readonly newName: string | null;
  /** Goes into the reason that must be given. */
  readonly reason: string | null;
}

export const noActionArguments: ActionArguments = { amount: null, newName: null, reason: null };

/** Whether anything was typed after the name. */
export const hasActionArguments = ({ amount, newName, reason }: ActionArguments): boolean =>
  amount !== null || newName !== null || reason !== null;

/** A name that is searched for, and what was typed after it: `zhao.min +500: outage`, `gpt-4o -> gpt-5`. */
export function parseActionArguments(typed: string): ActionArguments & { readonly keyword: string } {
  const { keyword, newName } = parseNewName(typed);
  const { keyword: explained, reason } = newName === null ? parseReason(keyword) : { keyword, reason: null };
  return { ...parseAmount(explained), newName, reason };
}

/** Whether an action has a field for what was typed after the name. */
export function acceptsArguments(
  { counted, named, explained }: AvailableAction,
  { amount, newName, reason }: ActionArguments,
): boolean {
  return (
    (amount === null || counted !== null) &&
    (newName === null || named.length > 0) &&
    (reason === null || explained !== null)
  );
}

/** The arguments as they are shown after the name of the action; `format` writes the amount. */
export function describeArguments(
  { amount, newName, reason }: ActionArguments,
  format: (amount: number) => string,
): string {
  if (newName !== null) return `→ ${newName}`;
  const counted = amount === null ? '' : `${amount > 0 ? '+' : ''}${format(amount)}`;
  return [counted, ...(reason === null ? [] : [`“${reason}”`])].filter((part) => part !== '').join(' ');
}

/** The input that an action starts with: what was typed after the name, and its ticked box. */
export function getInitialInput(
  { ticked, counted, named, explained }: AvailableAction,
  { amount, newName, reason }: ActionArguments,
): Readonly<Record<string, unknown>> {
  return {
    ...(reason !== null && explained !== null ? { [explained]: reason } : {}),
    ...(amount !== null && counted !== null ? { [counted]: amount } : {}),
    ...(newName === null ? {} : Object.fromEntries(named.map((name) => [name, newName]))),
    ...(ticked === null ? {} : { [ticked]: true }),
  };
}

/** Whether each of these words starts one of an action's, in either language, or its name. */
export function matchesActionName(resource: AnyResource, availableAction: AvailableAction, typed: string): boolean {
  const said = (['zh-CN', 'en-US'] as const).map((locale) =>
    getActionTitle(resource, availableAction, '', locale).toLowerCase(),
  );
  const text = [availableAction.name.toLowerCase(), ...said].join(' ');
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.every(
    (word) => ` ${text}`.includes(` ${word}`) || (/\p{Script=Han}/u.test(word) && text.includes(word)),
  );
}

/** A keyword whose last words may name an action, parted at each place: the fewest words of the action first. */
export function findActionsIn(
  keyword: string,
): readonly { readonly keyword: string; readonly availableAction: string }[] {
  const words = keyword.trim().split(/\s+/);
  return words
    .slice(1)
    .map((_word, at) => ({ keyword: words.slice(0, at + 1).join(' '), availableAction: words.slice(at + 1).join(' ') }))
    .reverse();
}

/** A record that was found by its title. */
export interface FoundRecord {
  readonly resource: ResourceSkeleton;
  readonly id: number;
  readonly title: string;
  /** Its address: a route of the product, with the tab and the record. */
  readonly to: string;
}

export type FindCall = (path: string, body: object, options: CallOptions) => Promise<FindAnswer>;

/** Resources that can be searched: those whose records are found by title, and that the requester may read. */
export function listSearchableResources<R extends ResourceSkeleton>(
  resources: readonly R[],
  screens: readonly ScreenDefinition[],
  requester: Requester,
): R[] {
  return screens
    .flatMap((screen) => resources.filter(({ path }) => path === screen.path))
    .filter((resource) => can(requester, resource, 'list') && can(requester, resource, 'get') && !isLog(resource))
    .filter(({ fields, title, findable }) => findable !== false && fields[title]?.search === true)
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
