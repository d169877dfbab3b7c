import { createHash, randomUUID } from 'node:crypto';
import { type Client, check, createSchema, getFirstState, localize } from '@gantry/core';
import { openUserJournal } from '../bulk/journal.ts';
import { watchInterrupt } from '../bulk/watch-interrupt.ts';
import type { Context } from '../context/context.ts';
import { exitCodes } from '../context/exit.ts';
import { printRecords } from '../output/print.ts';
import { createProgress, type Progress } from '../output/progress.ts';
import { escapeControls } from '../output/wrap-text.ts';
import { getConfigDirectory } from '../profile/config-directory.ts';
import { type ContentFile, type RecordLine, readContent } from './content-file.ts';
import { type OwedMoves, openOwedMoves } from './deferred-transitions.ts';
import { type PortableResource, presentContent, selectContent } from './movable.ts';
import { ImageReferences, readPictures } from './pictures.ts';
import { type Item, type ItemRejection, type Items, type Outcome, outcomes, readItems } from './read-items.ts';
import { listRejectionReasons } from './refused-as.ts';
import { type Resolved, type Resolver, resolve } from './resolve.ts';
import { type SentRecord, sendRecords } from './send-records.ts';
import { planTransition } from './state-move.ts';
import { TargetIndex } from './target-index.ts';
import { type Changing, toCreateInput, updateExisting } from './update-existing.ts';

export interface ImportOptions {
  readonly onConflict: 'error' | 'skip' | 'update';
  readonly dryRun: boolean;
  readonly withState: boolean;
}

interface Given {
  readonly context: Context;
  readonly client: Client;
  readonly options: ImportOptions;
  readonly file: Items;
  readonly images: ImageReferences;
  readonly progress: Progress;
  readonly job: string;
  readonly owed: OwedMoves;
  readonly stopped: () => boolean;
}

/** One file on its way into one server: what is new first, targets before what refers to them, then what is to change. */
class ContentImport {
  readonly rejections: ItemRejection[];
  /** Records that no action brings to the state that they had. */
  readonly left: Item[] = [];
  readonly #given: Given;
  readonly #targetIndex: TargetIndex;
  readonly #coming = new Map<string, Item>();
  readonly #resolver: Resolver;

  constructor(given: Given) {
    const { context, file, images } = given;
    this.#given = given;
    this.#targetIndex = new TargetIndex(context);
    this.rejections = [...file.rejections];
    for (const item of file.items) this.#coming.set(`${item.portableResource.place.name} ${item.key}`, item);
    const isComing = (entity: string, key: string) => {
      const item = this.#coming.get(`${entity} ${key}`);
      return item !== undefined && item.outcome !== 'rejected';
    };
    this.#resolver = {
      context,
      targetIndex: this.#targetIndex,
      portableResources: file.portableResources,
      images,
      isComing,
    };
  }

  /** Gives whether all of the file was gone through. */
  async run(): Promise<boolean> {
    const { portableResources } = this.#given.file;
    await this.#targetIndex.loadAll(portableResources.values());
    for (const portableResource of portableResources.values()) await this.#create(portableResource);
    for (const portableResource of portableResources.values()) await this.#change(portableResource);
    return !this.#given.stopped();
  }

  #settle(item: Item, outcome: Outcome, reasons: readonly string[] = []): void {
    if (item.outcome === null) this.#given.progress.step(1);
    item.outcome = outcome;
    if (outcome !== 'rejected') return;
    this.rejections.push({ line: item.line, entity: item.portableResource.place.command, title: item.title, reasons });
  }

  #itemsOf(portableResource: PortableResource): Item[] {
    return this.#given.file.items.filter((item) => item.portableResource === portableResource);
  }

  async #create(portableResource: PortableResource): Promise<void> {
    const { options, owed, stopped } = this.#given;
    const { name } = portableResource.place;
    const making = ({ item }: SentRecord) => toCreateInput(item);
    const fresh: SentRecord[] = [];
    for (const item of this.#itemsOf(portableResource)) {
      item.stored = this.#targetIndex.found(name, item.key)[item.nth] ?? null;
      if (item.stored || stopped()) continue;
      const resolved = await resolve(item, this.#resolver, true);
      if (resolved.reasons.length > 0) this.#settle(item, 'rejected', resolved.reasons);
      else if (resolved.pending.some((field) => !portableResource.late.has(field))) this.#foresee(item, resolved);
      else fresh.push({ item, values: resolved.values });
    }
    if (!options.dryRun) owed.owe(...fresh.filter(({ item }) => this.#isToComplete(item)).map(making));
    await this.#send(portableResource, fresh, 'created');
    if (fresh.length === 0 || options.dryRun) return;
    owed.settle(...fresh.filter(({ item }) => item.outcome !== 'created').map(making));
    await this.#targetIndex.load(portableResource);
    for (const { item } of fresh) item.stored = this.#targetIndex.found(name, item.key)[item.nth] ?? null;
  }

  #send(
    portableResource: PortableResource,
    records: readonly SentRecord[],
    outcome: 'created' | 'updated',
  ): Promise<void> {
    const { context, options, job, stopped } = this.#given;
    const settle = this.#settle.bind(this);
    return sendRecords(portableResource, records, { context, dryRun: options.dryRun, job, outcome, stopped, settle });
  }

  /** A dry run cannot ask the server about a record whose target is yet to be made: the definition is asked instead. */
  #foresee(item: Item, { values, pending }: Resolved): void {
    const { context } = this.#given;
    const { resource, fields } = item.portableResource;
    const full = { ...values, ...Object.fromEntries(pending.map((name) => [name, 1])) };
    const checked = check(createSchema(resource), full, fields, context.locale, context.t);
    if (checked.ok) this.#settle(item, 'created');
    else this.#settle(item, 'rejected', Object.values(checked.errors).flat());
  }

  async #change(portableResource: PortableResource): Promise<void> {
    const { client, context, options, owed, stopped } = this.#given;
    const gathered: SentRecord[] = [];
    const gather = portableResource.place.isUnique && !options.dryRun ? (one: SentRecord) => gathered.push(one) : null;
    const changing: Changing = { context, client, ...options, owed, gather, left: (item) => this.left.push(item) };
    for (const item of this.#itemsOf(portableResource)) {
      if (stopped()) break;
      if (item.stored === null || item.outcome === 'rejected') continue;
      if (item.outcome === 'created' && !this.#isToComplete(item)) continue;
      try {
        const resolved = await resolve(item, this.#resolver, false);
        const reasons = resolved.reasons;
        if (reasons.length > 0) this.#settle(item, 'rejected', reasons);
        else {
          const settled = await updateExisting(changing, item, item.stored, resolved);
          if (settled) this.#settle(item, settled.outcome, settled.reasons);
        }
      } catch (error) {
        this.#settle(item, 'rejected', listRejectionReasons(error));
      }
    }
    await this.#send(portableResource, gathered, 'updated');
  }

  /** A new record waits for its late references, or for its state. */
  #isToComplete({ portableResource, values, state }: Item): boolean {
    const { withState } = this.#given.options;
    const options = {
      now: getFirstState(portableResource.resource),
      wanted: state,
      isNew: true,
      isWritten: true,
      withState,
    };
    return (
      [...portableResource.late].some((name) => values[name] != null) ||
      planTransition(portableResource.resource, options) !== null
    );
  }
}

type Counts = Record<Outcome, number>;

/** What an import has come to. */
export interface Outcomes {
  readonly items: readonly Item[];
  readonly rejections: readonly ItemRejection[];
  readonly left: readonly Item[];
  readonly isDone: boolean;
  readonly dryRun: boolean;
}

const none = (): Counts => ({ created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 });

/** Counts by entity, in the order in which they were gone through; lines of no entity that is known come under theirs. */
function countsOf({ items, rejections }: Outcomes): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const of = (entity: string) => {
    const known = counts.get(entity) ?? none();
    counts.set(entity, known);
    return known;
  };
  for (const { portableResource, outcome } of items) {
    const known = of(portableResource.place.command);
    if (outcome !== null && outcome !== 'rejected') known[outcome] += 1;
  }
  for (const { entity } of rejections) of(entity ?? '').rejected += 1;
  return counts;
}

function total(counts: Iterable<Counts>): Counts {
  const sum = none();
  for (const one of counts) for (const outcome of outcomes) sum[outcome] += one[outcome];
  return sum;
}

function reportRejections({ rejections, left }: Outcomes, { t, locale, note }: Context): void {
  for (const { line, entity, title, reasons } of [...rejections].sort((a, b) => a.line - b.line)) {
    const what = [entity ?? '', title ? `“${title}”` : ''].filter(Boolean).join(' ');
    note(escapeControls([t('cli.line', { line }), what, reasons.join('; ')].filter(Boolean).join(': ')));
  }
  for (const { portableResource, title, state } of left) {
    const entity = localize(portableResource.place.label, locale);
    note(escapeControls(t('content.left', { entity, title, state: state ?? '' })));
  }
}

/** The outcome as a table or data, the reasons of rejections, and the exit status: 0 all, 3 some, 2 none imported. */
async function report(outcomesOf: Outcomes, context: Context): Promise<void> {
  const { t, note } = context;
  const counts = countsOf(outcomesOf);
  const rows = [...counts].map(([entity, one]) => ({ entity: entity || t('content.allLines'), ...one }));
  const sum = total(counts.values());
  const columns = [
    { name: 'entity', title: t('content.entityTitle'), format: String },
    ...outcomes.map((name) => ({ name, title: titleOf(name, context), right: true, format: String })),
  ];
  const { dryRun, isDone, rejections } = outcomesOf;
  const data = { ...sum, dryRun, interrupted: !isDone, entities: rows, rejections };
  await printRecords(context, rows, columns, context.form('table'), data);
  reportRejections(outcomesOf, context);
  note(t('content.sum', { ...sum }));
  if (dryRun) note(t('cli.dryDone'));
  if (!isDone) {
    note(t('content.interrupted'));
    return context.setStatus(exitCodes.interrupted);
  }
  const taken = sum.created + sum.updated + sum.unchanged + sum.skipped;
  if (sum.rejected > 0) context.setStatus(taken > 0 ? exitCodes.partly : exitCodes.usage);
}

function titleOf(outcome: Outcome, { t }: Context): string {
  const titles = {
    created: t('content.created'),
    updated: t('content.updated'),
    unchanged: t('content.unchanged'),
    skipped: t('content.skipped'),
    rejected: t('content.rejected'),
  };
  return titles[outcome];
}

/** What the same work is told by when it is sent again. */
function digestOf({ records }: ContentFile): string {
  return createHash('sha256').update(JSON.stringify(records)).digest('hex');
}

/** Imports a file of content and reports the outcome. */
export async function importFile(
  name: string,
  { only, ...options }: ImportOptions & { readonly only: readonly string[] },
  context: Context,
): Promise<void> {
  const present = presentContent(context.options().profile);
  const chosen = selectContent(only, present, context).map(({ command }) => command);
  const full = await readContent(name, context);
  const isWanted = ({ entity }: RecordLine) => only.length === 0 || chosen.includes(entity);
  const content = { ...full, records: full.records.filter(isWanted) };
  const result = await importContent(content, options, context);
  const others = full.records.length - content.records.length;
  if (others > 0) context.note(context.t('content.others', { count: others }));
  await report(result, context);
}

/** Imports content; when it is imported again after an interruption, it continues and creates nothing twice. */
export async function importContent(content: ContentFile, options: ImportOptions, context: Context): Promise<Outcomes> {
  const { profile, timeout } = context.options();
  const file = await readItems(content, presentContent(profile), context);
  const [client, server] = await Promise.all([context.client(), context.server()]);
  const journal = options.dryRun ? null : openUserJournal(context, [server, 'content', digestOf(content)]);
  const reader = await readPictures(server, timeout);
  const images = new ImageReferences({ client, reader, pictures: content.pictures, dryRun: options.dryRun });
  const progress = createProgress(file.items.length, context);
  const interrupt = watchInterrupt(context);
  const job = journal?.keyOf(0) ?? randomUUID();
  const owed = openOwedMoves(getConfigDirectory(), server, journal !== null);
  const { stopped } = interrupt;
  const work = new ContentImport({ context, client, options, file, images, progress, job, owed, stopped });
  try {
    const isDone = await work.run();
    if (isDone) journal?.finish();
    const { rejections, left } = work;
    return { items: file.items, rejections, left, isDone, dryRun: options.dryRun };
  } finally {
    progress.end();
    interrupt.release();
    await reader.close();
  }
}
