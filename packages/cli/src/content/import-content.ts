import { type Client, check, createSchema, getFirstState } from '@gantry/core';
import type { Context } from '../context/context.ts';
import type { Progress } from '../output/progress.ts';
import type { OwedMoves } from './deferred-transitions.ts';
import type { Item, ItemRejection, Outcome } from './item.ts';
import type { PortableResource } from './movable.ts';
import type { ImageReferences } from './picture-places.ts';
import type { Items } from './read-items.ts';
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
export class ContentImport {
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
