import { type Client, check, createSchema, firstState } from '@gantry/core';
import type { Context } from '../context.ts';
import type { Progress } from '../output/progress.ts';
import { type Changing, changeKept, makingOf } from './change-kept.ts';
import type { Item, Outcome, Refusal } from './item.ts';
import type { Movable } from './movable.ts';
import type { OwedMoves } from './owed-moves.ts';
import type { PicturePlaces } from './picture-places.ts';
import type { Items } from './read-items.ts';
import { refusedAs } from './refused-as.ts';
import { type Resolved, type Resolver, resolve } from './resolve.ts';
import { type SentRecord, sendRecords } from './send-records.ts';
import { Shelf } from './shelf.ts';
import { stateMove } from './state-move.ts';

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
  readonly places: PicturePlaces;
  readonly progress: Progress;
  readonly job: string;
  readonly owed: OwedMoves;
  readonly stopped: () => boolean;
}

/** One file on its way into one server: what is new first, targets before what refers to them, then what is to change. */
export class ContentImport {
  readonly refusals: Refusal[];
  /** Records that no action brings to the state that they had. */
  readonly left: Item[] = [];
  readonly #given: Given;
  readonly #shelf: Shelf;
  readonly #coming = new Map<string, Item>();
  readonly #resolver: Resolver;

  constructor(given: Given) {
    const { context, file, places } = given;
    this.#given = given;
    this.#shelf = new Shelf(context);
    this.refusals = [...file.refusals];
    for (const item of file.items) this.#coming.set(`${item.movable.place.name} ${item.key}`, item);
    const isComing = (entity: string, key: string) => {
      const item = this.#coming.get(`${entity} ${key}`);
      return item !== undefined && item.outcome !== 'refused';
    };
    this.#resolver = { context, shelf: this.#shelf, movables: file.movables, places, isComing };
  }

  /** Gives whether all of the file was gone through. */
  async run(): Promise<boolean> {
    const { movables } = this.#given.file;
    await this.#shelf.loadAll(movables.values());
    for (const movable of movables.values()) await this.#create(movable);
    for (const movable of movables.values()) await this.#change(movable);
    return !this.#given.stopped();
  }

  #settle(item: Item, outcome: Outcome, reasons: readonly string[] = []): void {
    if (item.outcome === null) this.#given.progress.step(1);
    item.outcome = outcome;
    if (outcome !== 'refused') return;
    this.refusals.push({ line: item.line, entity: item.movable.place.command, title: item.title, reasons });
  }

  #itemsOf(movable: Movable): Item[] {
    return this.#given.file.items.filter((item) => item.movable === movable);
  }

  async #create(movable: Movable): Promise<void> {
    const { options, owed, stopped } = this.#given;
    const { name } = movable.place;
    const making = ({ item }: SentRecord) => makingOf(item);
    const fresh: SentRecord[] = [];
    for (const item of this.#itemsOf(movable)) {
      item.kept = this.#shelf.found(name, item.key)[item.nth] ?? null;
      if (item.kept || stopped()) continue;
      const resolved = await resolve(item, this.#resolver, true);
      if (resolved.reasons.length > 0) this.#settle(item, 'refused', resolved.reasons);
      else if (resolved.pending.some((field) => !movable.late.has(field))) this.#foresee(item, resolved);
      else fresh.push({ item, values: resolved.values });
    }
    if (!options.dryRun) owed.owe(...fresh.filter(({ item }) => this.#isToComplete(item)).map(making));
    await this.#send(movable, fresh, 'created');
    if (fresh.length === 0 || options.dryRun) return;
    owed.settle(...fresh.filter(({ item }) => item.outcome !== 'created').map(making));
    await this.#shelf.load(movable);
    for (const { item } of fresh) item.kept = this.#shelf.found(name, item.key)[item.nth] ?? null;
  }

  #send(movable: Movable, records: readonly SentRecord[], outcome: 'created' | 'updated'): Promise<void> {
    const { context, options, job, stopped } = this.#given;
    const settle = this.#settle.bind(this);
    return sendRecords(movable, records, { context, dryRun: options.dryRun, job, outcome, stopped, settle });
  }

  /** A dry run cannot ask the server about a record whose target is yet to be made: the definition is asked instead. */
  #foresee(item: Item, { values, pending }: Resolved): void {
    const { context } = this.#given;
    const { resource, fields } = item.movable;
    const whole = { ...values, ...Object.fromEntries(pending.map((name) => [name, 1])) };
    const checked = check(createSchema(resource), whole, fields, context.locale, context.t);
    if (checked.ok) this.#settle(item, 'created');
    else this.#settle(item, 'refused', Object.values(checked.errors).flat());
  }

  async #change(movable: Movable): Promise<void> {
    const { client, context, options, owed, stopped } = this.#given;
    const gathered: SentRecord[] = [];
    const gather = movable.place.isUnique && !options.dryRun ? (one: SentRecord) => gathered.push(one) : null;
    const changing: Changing = { context, client, ...options, owed, gather, left: (item) => this.left.push(item) };
    for (const item of this.#itemsOf(movable)) {
      if (stopped()) break;
      if (item.kept === null || item.outcome === 'refused') continue;
      if (item.outcome === 'created' && !this.#isToComplete(item)) continue;
      try {
        const resolved = await resolve(item, this.#resolver, false);
        const reasons = resolved.reasons;
        if (reasons.length > 0) this.#settle(item, 'refused', reasons);
        else {
          const settled = await changeKept(changing, item, item.kept, resolved);
          if (settled) this.#settle(item, settled.outcome, settled.reasons);
        }
      } catch (error) {
        this.#settle(item, 'refused', refusedAs(error));
      }
    }
    await this.#send(movable, gathered, 'updated');
  }

  /** A new record waits for its late references, or for its state. */
  #isToComplete({ movable, values, state }: Item): boolean {
    const { withState } = this.#given.options;
    const wish = { now: firstState(movable.resource), wanted: state, isNew: true, isWritten: true, withState };
    return [...movable.late].some((name) => values[name] != null) || stateMove(movable.resource, wish) !== null;
  }
}
