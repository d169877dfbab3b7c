import { can, canRun, getRights, listReadableFields, type Requester } from '../access/index.ts';
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
import { type FindAnswer, findCalls, maxKeywordLength } from '../modules/calls.ts';

/** Maximum number of records whose actions are offered together. */
const maxCandidates = 2;

/** One way to start an action: with one of its checkboxes ticked, or none. */
export interface AvailableAction {
  readonly name: string;
  readonly action: Action;
  /** The field of the ticked checkbox, or null. */
  readonly ticked: string | null;
  /** The field that receives an amount, or null. */
  readonly amountField: string | null;
  /** Required texts of the record itself, as for a copy. They receive a new name. */
  readonly named: readonly string[];
  /** The field that receives a reason, or null. */
  readonly explained: string | null;
}

/** Whether an action opens a form or a confirmation before it runs. */
export function asksFirst({ danger, input }: Action): boolean {
  return danger === true || input !== undefined;
}

/** Whether an action changes a record and asks for confirmation first. */
const changesAfterConfirmation = (action: Action) =>
  action.on === 'record' && action.reads !== true && asksFirst(action);

/** Splits a typed text into the keyword and an amount: a signed number at its end. */
export function parseAmount(typed: string): { readonly keyword: string; readonly amount: number | null } {
  const [, keyword, amount] = /^(.*\S)\s+([+-]\d{1,9})$/.exec(typed.trim()) ?? [];
  return keyword === undefined ? { keyword: typed.trim(), amount: null } : { keyword, amount: Number(amount) };
}

/** Splits a typed text into the keyword and the name of a copy: what follows an arrow. */
export function parseNewName(typed: string): { readonly keyword: string; readonly newName: string | null } {
  const [, keyword, newName] = /^(.*\S)\s*(?:->|=>|→)\s*(\S.*)$/.exec(typed.trim()) ?? [];
  return keyword === undefined || newName === undefined
    ? { keyword: typed.trim(), newName: null }
    : { keyword, newName };
}

/** Splits a typed text into the keyword and a reason: the text after a colon and a space. */
function parseReason(typed: string): { readonly keyword: string; readonly reason: string | null } {
  const [, keyword, reason] = /^(.*\S)(?:: +|\s*：\s*)(\S.*)$/.exec(typed.trim()) ?? [];
  return keyword === undefined || reason === undefined ? { keyword: typed.trim(), reason: null } : { keyword, reason };
}

/** Returns the texts of the record itself that an action requires again. */
export function listNamedInput(resource: AnyResource, action: Action): string[] {
  return Object.entries(getInputFields(resource, action)).flatMap(([name, { kind, required }]) =>
    typeof action.input?.[name] === 'string' && kind === 'text' && required === true ? [name] : [],
  );
}

/**
 * Returns the required integer of an action, or null. Percentages, sizes and IDs are excluded, because `+20` would become 0.2 %,
 * 20 bytes or a record ID.
 */
export function findAmountInput(resource: AnyResource, action: Action): string | null {
  const fields = Object.entries(getInputFields(resource, action));
  const wanted = fields.find(([, { kind, required }]) => kind === 'integer' && required === true);
  if (wanted === undefined) return null;
  const [name, field] = wanted;
  return field.kind === 'integer' && field.notation === undefined ? name : null;
}

/** Returns the only required text of an action that is not a field of the record: its reason. Null when there is none. */
export function findReasonInput(resource: AnyResource, action: Action): string | null {
  const texts = Object.entries(getInputFields(resource, action)).filter(
    ([name, { kind, required }]) => kind === 'text' && required === true && typeof action.input?.[name] !== 'string',
  );
  return texts.length === 1 ? (texts[0]?.[0] ?? null) : null;
}

/** Selects the records that a keyword refers to: those with exactly that title, else the only one found. */
export function selectTargets(found: readonly FoundRecord[], keyword: string, busy: boolean): readonly FoundRecord[] {
  const full = found.filter(({ title }) => title.toLowerCase() === keyword.toLowerCase());
  const only = found.length === 1 && !busy ? found : [];
  return (full.length > 0 ? full : only).slice(0, maxCandidates);
}

/** Returns the records whose title contains the complete text, including parts that could be an amount or a new name. */
export function listExactMatches(found: readonly FoundRecord[], text: string): readonly FoundRecord[] {
  return found.filter(({ title }) => title.toLowerCase().includes(text.toLowerCase()));
}

/**
 * Returns the actions that the requester may run on a record in its current state, one entry per optional checkbox. By default,
 * only actions that ask for confirmation.
 */
export function getAvailableActions(
  resource: AnyResource,
  record: Readonly<Record<string, unknown>>,
  requester: Requester,
  offers: (action: Action) => boolean = changesAfterConfirmation,
): AvailableAction[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => offers(action) && canRun(requester, resource, action, record).ok)
    .flatMap(([name, action]) => {
      const fields = Object.entries(getInputFields(resource, action));
      const amountField = findAmountInput(resource, action);
      const boxes = changesAfterConfirmation(action)
        ? fields.filter(([, { kind, required }]) => kind === 'boolean' && required !== true)
        : [];
      const named = listNamedInput(resource, action);
      const explained = findReasonInput(resource, action);
      return [null, ...boxes.map(([field]) => field)].map((ticked) => ({
        ...{ name, action, ticked, amountField, named, explained },
      }));
    });
}

/** Returns the title of an action: `Adjust balance +500`, `Ban + Revoke invite rewards`. `given` is the formatted amount. */
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

/** What the user typed after the name of a record. */
export interface ActionArguments {
  /** The value for the required integer. */
  readonly amount: number | null;
  /** The name for a copy. */
  readonly newName: string | null;
  /** The value for the required reason. */
  readonly reason: string | null;
}

export const noActionArguments: ActionArguments = { amount: null, newName: null, reason: null };

/** Whether any argument was typed after the name. */
export const hasActionArguments = ({ amount, newName, reason }: ActionArguments): boolean =>
  amount !== null || newName !== null || reason !== null;

/** Splits a typed text into the keyword and its arguments: `zhao.min +500`, `gpt-4o -> gpt-5`. */
export function parseActionArguments(typed: string): ActionArguments & { readonly keyword: string } {
  const { keyword, newName } = parseNewName(typed);
  const { keyword: explained, reason } = newName === null ? parseReason(keyword) : { keyword, reason: null };
  return { ...parseAmount(explained), newName, reason };
}

/** Whether an action has fields for the typed arguments. */
export function acceptsArguments(
  { amountField, named, explained }: AvailableAction,
  { amount, newName, reason }: ActionArguments,
): boolean {
  return (
    (amount === null || amountField !== null) &&
    (newName === null || named.length > 0) &&
    (reason === null || explained !== null)
  );
}

/** Formats the arguments for display after the title of the action. `format` formats the amount. */
export function describeArguments(
  { amount, newName, reason }: ActionArguments,
  format: (amount: number) => string,
): string {
  if (newName !== null) return `→ ${newName}`;
  const formatted = amount === null ? '' : `${amount > 0 ? '+' : ''}${format(amount)}`;
  return [formatted, ...(reason === null ? [] : [`“${reason}”`])].filter((part) => part !== '').join(' ');
}

/** Returns the initial input of an action: the typed arguments and the ticked checkbox. */
export function getInitialInput(
  { ticked, amountField, named, explained }: AvailableAction,
  { amount, newName, reason }: ActionArguments,
): Readonly<Record<string, unknown>> {
  return {
    ...(reason !== null && explained !== null ? { [explained]: reason } : {}),
    ...(amount !== null && amountField !== null ? { [amountField]: amount } : {}),
    ...(newName === null ? {} : Object.fromEntries(named.map((name) => [name, newName]))),
    ...(ticked === null ? {} : { [ticked]: true }),
  };
}

/** Whether every typed word starts a word of the action's label in either language, or of its name. */
export function matchesActionName(resource: AnyResource, availableAction: AvailableAction, typed: string): boolean {
  const titles = (['zh-CN', 'en-US'] as const).map((locale) =>
    getActionTitle(resource, availableAction, '', locale).toLowerCase(),
  );
  const text = [availableAction.name.toLowerCase(), ...titles].join(' ');
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return words.every(
    (word) => ` ${text}`.includes(` ${word}`) || (/\p{Script=Han}/u.test(word) && text.includes(word)),
  );
}

/** Splits a text into a keyword and an action at every space, starting with the shortest action. */
export function splitAtActions(
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
  /** URL path in the console, with the tab and the record. */
  readonly to: string;
}

export type FindCall = (path: string, body: object, options: CallOptions) => Promise<FindAnswer>;

/** Returns the resources that the global search covers: searchable by title and readable by the requester. */
export function listSearchableResources<R extends ResourceSkeleton>(
  resources: readonly R[],
  screens: readonly ScreenDefinition[],
  requester: Requester,
): R[] {
  return screens
    .flatMap((screen) => resources.filter(({ path }) => path === screen.path))
    .filter((resource) => can(requester, resource, 'list') && can(requester, resource, 'get') && !isLog(resource))
    .filter(({ fields, title, findable }) => findable !== false && fields[title]?.search === true)
    .filter((resource) => listReadableFields(resource, getRights(requester).role).includes(resource.title));
}

/**
 * Finds records of the given resources by a keyword, in the order of the resources. Returns nothing when the call fails or the
 * signal aborts it.
 */
export async function findRecords(
  resources: readonly ResourceSkeleton[],
  keyword: string,
  call: FindCall,
  signal: CancelSignal,
): Promise<FoundRecord[]> {
  if (keyword.length > maxKeywordLength) return [];
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
