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
import { type DeferredTransitions, openDeferredTransitions } from './deferred-transitions.ts';
import { createImageReader, ImageReferences } from './images.ts';
import { planTransition } from './plan-transition.ts';
import { type PortableResource, presentContent, selectContent } from './portable-resources.ts';
import { type Item, type ItemRejection, type Items, type Outcome, outcomes, readItems } from './read-items.ts';
import { listRejectionReasons } from './rejection-reasons.ts';
import { type Resolved, type Resolver, resolve } from './resolve.ts';
import { type SentRecord, sendRecords } from './send-records.ts';
import { TargetIndex } from './target-index.ts';
import { getCreationKey, type UpdateContext, updateExisting } from './update-existing.ts';

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
  readonly deferred: DeferredTransitions;
  readonly stopped: () => boolean;
}

/** Imports a file into a server: creates new records first, referenced ones before referring ones, then updates existing ones. */
class ContentImport {
  readonly rejections: ItemRejection[];
  /** Records that no action can move to the state of the file. */
  readonly left: Item[] = [];
  readonly #given: Given;
  readonly #targetIndex: TargetIndex;
  readonly #incoming = new Map<string, Item>();
  readonly #resolver: Resolver;

  constructor(given: Given) {
    const { context, file, images } = given;
    this.#given = given;
    this.#targetIndex = new TargetIndex(context);
    this.rejections = [...file.rejections];
    for (const item of file.items) this.#incoming.set(`${item.portableResource.place.name} ${item.key}`, item);
    const isIncoming = (entity: string, key: string) => {
      const item = this.#incoming.get(`${entity} ${key}`);
      return item !== undefined && item.outcome !== 'rejected';
    };
    this.#resolver = {
      context,
      targetIndex: this.#targetIndex,
      portableResources: file.portableResources,
      images,
      isIncoming,
    };
  }

  /** Imports all records. Returns false when it was interrupted. */
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
    const { options, deferred, stopped } = this.#given;
    const { name } = portableResource.place;
    const toCreationKey = ({ item }: SentRecord) => getCreationKey(item);
    const created: SentRecord[] = [];
    for (const item of this.#itemsOf(portableResource)) {
      item.stored = this.#targetIndex.found(name, item.key)[item.sequence] ?? null;
      if (item.stored || stopped()) continue;
      const resolved = await resolve(item, this.#resolver, true);
      if (resolved.reasons.length > 0) this.#settle(item, 'rejected', resolved.reasons);
      else if (resolved.pending.some((field) => !portableResource.late.has(field))) this.#checkLocally(item, resolved);
      else created.push({ item, values: resolved.values });
    }
    if (!options.dryRun) deferred.add(...created.filter(({ item }) => this.#needsCompletion(item)).map(toCreationKey));
    await this.#send(portableResource, created, 'created');
    if (created.length === 0 || options.dryRun) return;
    deferred.remove(...created.filter(({ item }) => item.outcome !== 'created').map(toCreationKey));
    await this.#targetIndex.load(portableResource);
    for (const { item } of created) item.stored = this.#targetIndex.found(name, item.key)[item.sequence] ?? null;
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

  /**
   * Validates a record by its definition: in a dry run the server cannot check a reference to a record that is not created yet.
   */
  #checkLocally(item: Item, { values, pending }: Resolved): void {
    const { context } = this.#given;
    const { resource, fields } = item.portableResource;
    const full = { ...values, ...Object.fromEntries(pending.map((name) => [name, 1])) };
    const checked = check(createSchema(resource), full, fields, context.locale, context.t);
    if (checked.ok) this.#settle(item, 'created');
    else this.#settle(item, 'rejected', Object.values(checked.errors).flat());
  }

  async #change(portableResource: PortableResource): Promise<void> {
    const { client, context, options, deferred, stopped } = this.#given;
    const batched: SentRecord[] = [];
    const addToBatch =
      portableResource.place.isUnique && !options.dryRun ? (one: SentRecord) => batched.push(one) : null;
    const updateContext: UpdateContext = {
      context,
      client,
      ...options,
      deferred,
      addToBatch,
      left: (item) => this.left.push(item),
    };
    for (const item of this.#itemsOf(portableResource)) {
      if (stopped()) break;
      if (item.stored === null || item.outcome === 'rejected') continue;
      if (item.outcome === 'created' && !this.#needsCompletion(item)) continue;
      try {
        const resolved = await resolve(item, this.#resolver, false);
        const reasons = resolved.reasons;
        if (reasons.length > 0) this.#settle(item, 'rejected', reasons);
        else {
          const settled = await updateExisting(updateContext, item, item.stored, resolved);
          if (settled) this.#settle(item, settled.outcome, settled.reasons);
        }
      } catch (error) {
        this.#settle(item, 'rejected', listRejectionReasons(error));
      }
    }
    await this.#send(portableResource, batched, 'updated');
  }

  /** Whether a new record has to be updated later: for late references, or for its state. */
  #needsCompletion({ portableResource, values, state }: Item): boolean {
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

/** The result of an import. */
export interface Outcomes {
  readonly items: readonly Item[];
  readonly rejections: readonly ItemRejection[];
  readonly left: readonly Item[];
  readonly isDone: boolean;
  readonly dryRun: boolean;
}

const createCounts = (): Counts => ({ created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 });

/** Counts by entity, in the order of the import. Lines of an unknown entity are counted under the name that they give. */
function countByEntity({ items, rejections }: Outcomes): Map<string, Counts> {
  const counts = new Map<string, Counts>();
  const getCounts = (entity: string) => {
    const known = counts.get(entity) ?? createCounts();
    counts.set(entity, known);
    return known;
  };
  for (const { portableResource, outcome } of items) {
    const known = getCounts(portableResource.place.command);
    if (outcome !== null && outcome !== 'rejected') known[outcome] += 1;
  }
  for (const { entity } of rejections) getCounts(entity ?? '').rejected += 1;
  return counts;
}

function getTotal(counts: Iterable<Counts>): Counts {
  const sum = createCounts();
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

/** Prints the result as a table or data with the rejections, and sets the exit status: 0 all, 3 some, 2 none imported. */
async function report(outcomesOf: Outcomes, context: Context): Promise<void> {
  const { t, note } = context;
  const counts = countByEntity(outcomesOf);
  const rows = [...counts].map(([entity, one]) => ({ entity: entity || t('content.allLines'), ...one }));
  const sum = getTotal(counts.values());
  const columns = [
    { name: 'entity', title: t('content.entityTitle'), format: String },
    ...outcomes.map((name) => ({ name, title: getTitle(name, context), right: true, format: String })),
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
  const accepted = sum.created + sum.updated + sum.unchanged + sum.skipped;
  if (sum.rejected > 0) context.setStatus(accepted > 0 ? exitCodes.partly : exitCodes.usage);
}

function getTitle(outcome: Outcome, { t }: Context): string {
  const titles = {
    created: t('content.created'),
    updated: t('content.updated'),
    unchanged: t('content.unchanged'),
    skipped: t('content.skipped'),
    rejected: t('content.rejected'),
  };
  return titles[outcome];
}

/** The digest that identifies the same import when it is repeated. */
function hashRecords({ records }: ContentFile): string {
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

/** Imports content. Repeating an interrupted import continues it and creates nothing twice. */
export async function importContent(content: ContentFile, options: ImportOptions, context: Context): Promise<Outcomes> {
  const { profile, timeout } = context.options();
  const file = await readItems(content, presentContent(profile), context);
  const [client, server] = await Promise.all([context.client(), context.server()]);
  const journal = options.dryRun ? null : openUserJournal(context, [server, 'content', hashRecords(content)]);
  const reader = await createImageReader(server, timeout);
  const images = new ImageReferences({ client, reader, pictures: content.pictures, dryRun: options.dryRun });
  const progress = createProgress(file.items.length, context);
  const interrupt = watchInterrupt(context);
  const job = journal?.keyOf(0) ?? randomUUID();
  const deferred = openDeferredTransitions(getConfigDirectory(), server, journal !== null);
  const { stopped } = interrupt;
  const work = new ContentImport({ context, client, options, file, images, progress, job, deferred, stopped });
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
