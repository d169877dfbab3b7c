import { randomBytes } from 'node:crypto';
import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Column, Reader, RowOf } from '../../platform/store/database.ts';
import {
  prepareQuery,
  prepareWrite,
  runTogether,
  type SlotOf,
  type Write,
} from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { isOpen, type LotShare, openLots, planLotChange, spendingOrder, splitOver, toOpenLots } from './lots.ts';
import {
  type Asset,
  assertAmount,
  changeWallet,
  createInsufficientError,
  type LockedWallet,
  lockWallet,
} from './posting.ts';
import {
  type Admitted,
  computeCharge,
  fullPrice,
  keepTakes,
  type QuotaCover,
  type QuotaShare,
  sumAmounts,
  type UseRate,
} from './quota-takes.ts';

/** A hold as stored. */
export interface StoredHold {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly asset: Asset;
  readonly capability: string;
  /** Of the model that it is for; empty for none. */
  readonly modelGroup: string;
  readonly requestId: string;
  /** What the request is about, where its id could be given for something else; null where it says it all. */
  readonly subject: string | null;
  /** Credits set aside, those that a quota covers among them. */
  readonly amount: number;
  /** The price that they are of, before the rate. */
  readonly listAmount: number;
  /** What is charged of a price; a capture goes by it too. */
  readonly rate: UseRate;
  /** What of it a quota covers; once captured, what it paid. */
  readonly quotaAmount: number;
  readonly capturedAmount: number;
  readonly writtenOff: number;
  readonly status: string;
  readonly expiresAt: number;
  /** When its credits were set aside: a hold that expired and was placed again counts from then. UTC ms. */
  readonly heldAt: number;
  /** What it took of each lot. */
  readonly lots: readonly LotShare[];
}

export function toHold(row: Omit<RowOf<'holds'>, 'version' | 'updated_at' | 'created_by' | 'updated_by'>): StoredHold {
  return {
    id: row.id,
    no: row.no ?? '',
    userId: row.user_id,
    asset: row.asset === 'compute' ? 'compute' : 'coin',
    capability: row.capability ?? '',
    modelGroup: row.model_group,
    requestId: row.request_id ?? '',
    subject: row.subject ?? null,
    amount: row.amount,
    listAmount: row.list_amount,
    rate: { rateMultiplier: row.rate_multiplier, leastCharge: row.least_charge },
    quotaAmount: row.quota_amount,
    capturedAmount: row.captured_amount,
    writtenOff: row.written_off,
    status: row.status,
    expiresAt: row.expires_at ?? 0,
    heldAt: row.held_at,
    lots: JSON.parse(row.lots ?? 'null') as LotShare[],
  };
}

/** A hold that is there, whatever its state; an unknown one is rejected. */
export async function holdNamed({ tx }: TxContext, no: string): Promise<StoredHold> {
  const row = await tx.selectFrom('holds').selectAll().where('no', '=', no).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { holdNo: no } });
  return toHold(row);
}

/** Whether a use can still be charged to a hold: one that expired is charged to what is free. */
export const isCapturable = ({ status }: Pick<StoredHold, 'status'>) => status === 'held' || status === 'expired';

type EndSlot = 'status' | 'from' | 'captured' | 'at' | 'no';
const prepareEnd = (isByTime: boolean) =>
  prepareQuery((on, slot: SlotOf<EndSlot>) =>
    on
      .updateTable('holds')
      .set((old) => ({
        captured_amount: old.fn.coalesce(old.val(slot('captured')), 'captured_amount'),
        status: slot('status'),
        settled_at: slot('at'),
        updated_at: slot('at'),
        version: old('version', '+', 1),
      }))
      .where('no', '=', slot('no'))
      .where('status', '=', slot('from'))
      .$if(isByTime, (query) => query.where('expires_at', '<=', slot('at')))
      .returningAll(),
  );
const [endInTime, endByTime] = [prepareEnd(false), prepareEnd(true)];

/**
 * Brings an open hold, or one that expired, to its end; null when it is at one already: of two, one finds it so. It expires only when
 * its time is over: one that was extended meanwhile stands.
 */
export async function endHold(
  { tx, at }: TxContext,
  no: string,
  status: 'captured' | 'released' | 'expired',
  captured: number | null = null,
  from: 'held' | 'expired' = 'held',
): Promise<StoredHold | null> {
  const end = status === 'expired' ? endByTime : endInTime;
  const [row] = (await end(tx, { status, from, captured, at, no })).rows;
  return row ? toHold(row) : null;
}

/** How the requests of holds start that indexing makes for itself. */
export const indexingPrefix = 'know:';

/**
 * How many uses of a user are open: holds that neither ended nor expired. What is held while a document of their base is indexed
 * is none: when that happens is not for them to say, and it would keep them from everything else.
 */
export async function openUses(read: { readonly tx: Reader; readonly at: number }, userId: number): Promise<number> {
  return (await openUsesOfEach(read, [userId])).get(userId) ?? 0;
}

/** The same of some people, at least one; those who have none are not in it. */
export async function openUsesOfEach(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('holds')
    .select(({ fn }) => ['user_id', fn.countAll<number>().as('open')])
    .where('user_id', 'in', [...userIds])
    .where('status', '=', 'held')
    .where('expires_at', '>', at)
    .where((eb) => eb.not(eb.and([eb('capability', '=', 'know'), eb('request_id', 'like', `${indexingPrefix}%`)])))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.open]));
}

export interface HoldRequest {
  readonly userId: number;
  /** The platform's id of the use; asking again with it gives the same hold. */
  readonly requestId: string;
  /** What it is about; the same id for another subject is rejected. Of the id alone when left out. */
  readonly subject?: string;
  readonly capability: string;
  readonly asset: Asset;
  /** The price, positive credits: what is set aside of it goes by the person's rate. */
  readonly amount: number;
  /** How long it stands, in ms. */
  readonly ttlMs: number;
  /** What says how it is charged and pays before credits do; the whole price, and nothing, when left out. */
  readonly cover?: QuotaCover;
  /** The language of the error. */
  readonly locale?: Locale;
}

const words = {
  captured: {
    zh: '这个请求已结算，不要再次执行；新的使用请换一个 requestId',
    en: 'This request was captured. Do not run it again. For a new use, send a new requestId.',
  },
  released: {
    zh: '这个请求的冻结已释放，没有冻结任何点数；请换一个 requestId',
    en: 'The hold of this request was released, so nothing is held. Send a new requestId.',
  },
} as const satisfies Record<string, LocalizedText>;

const uncovered: Admitted = { ...fullPrice, modelGroup: '' };

/**
 * Holds credits for a use. Rejects more than is available, so that concurrent holds never exceed the balance, and users who are not
 * active or are in debt. It succeeds only when credits are held afterwards: asked again, an open
 * hold is the same one, one that expired is placed again under its number, and one that was captured or released is rejected.
 */
export async function placeHold(scope: TxContext, request: HoldRequest): Promise<StoredHold> {
  assertAmount(request.amount);
  const wallet = await lockWallet(scope, request.userId, request.asset);
  const { isKnown, rows } = await lookUp(scope, wallet, request);
  const earlier = isKnown ? await sameRequest(scope, request) : null;
  if (earlier?.status === 'held') return earlier.expiresAt > scope.at ? earlier : renewHold(scope, earlier, request);
  if (earlier) await assertExpired(scope, earlier, request);
  if (wallet.ownerStatus !== 'active') throw new ApiError('stateConflict', { data: { state: wallet.ownerStatus } });
  if (wallet.debt > 0) throw createInsufficientError(0, request.amount);
  const { userId, requestId, cover } = request;
  const terms = cover ? await cover.admit(scope, userId, requestId, wallet.ownerLevel) : uncovered;
  const { modelGroup, ...rate } = terms;
  const amount = computeCharge(rate, request.amount);
  const covered = await coveredOf(scope, wallet, { ...request, amount }, modelGroup);
  const credits = amount - sumAmounts(covered);
  // A membership that is brought up to now may change more than its quotas.
  const isLater = cover !== undefined && wallet.ownerLevel > 0;
  const lots = isLater ? await openLots(scope, wallet.id, request.capability) : toOpenLots(rows, request.capability);
  const { shares, short } = splitOver(lots, credits);
  if (short > 0) throw createInsufficientError(amount - short, amount);
  // Each lot is in the shares once.
  const extraWrites = [
    ...shares.map(({ lotId, amount }) => planLotChange(lotId, { held: amount })),
    ...(credits > 0 ? [changeWallet(scope, { ...wallet, held: wallet.held + credits })] : []),
  ];
  const hold = await writeHold(scope, wallet, request, { amount, rate, modelGroup, shares }, earlier, extraWrites);
  await keepTakes(scope, hold.id, covered);
  return hold;
}

async function coveredOf(
  scope: TxContext,
  wallet: LockedWallet,
  { userId, capability, amount, cover }: HoldRequest,
  modelGroup: string,
): Promise<readonly QuotaShare[]> {
  return cover && wallet.ownerLevel > 0 ? cover.take(scope, userId, { capability, modelGroup }, amount) : [];
}

const selectKnown = prepareQuery((on, slot: SlotOf<'wallet' | 'request' | 'at'>) =>
  on
    .selectFrom('wallets as w')
    .leftJoin('holds as h', (join) =>
      join.onRef('h.user_id', '=', 'w.user_id').on('h.request_id', '=', slot('request')),
    )
    .leftJoin('credit_lots as l', (join) =>
      join.onRef('l.wallet_id', '=', 'w.id').on((where) => isOpen(where, slot('at'))),
    )
    .select(['h.id as known', 'l.id', 'l.remaining', 'l.held', 'l.capabilities'])
    .where('w.id', '=', slot('wallet'))
    .orderBy(spendingOrder),
);

/** Whether a request has a hold, and the lots that a new one is taken from: both as they are now that the owner is locked. */
async function lookUp({ tx, at }: TxContext, { id }: LockedWallet, { requestId }: HoldRequest) {
  const { rows } = await selectKnown(tx, { wallet: id, request: requestId, at });
  const lots = rows.flatMap(({ id, remaining, held, capabilities }) =>
    id === null || remaining === null || held === null ? [] : [{ id, remaining, held, capabilities }],
  );
  return { isKnown: (rows[0]?.known ?? null) !== null, rows: lots };
}

async function sameRequest({ tx }: TxContext, request: HoldRequest): Promise<StoredHold | null> {
  const row = await tx
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  if (!row) return null;
  const hold = toHold(row);
  const { amount, asset, capability, subject = hold.subject } = request;
  const isSame = hold.asset === asset && hold.capability === capability && hold.subject === subject;
  if (isSame && hold.listAmount === amount) return hold;
  throw new ApiError('keyReused', { data: { requestId: request.requestId } });
}

/** Has an open hold whose time is over stand for as long as a new one, unless it is being given back just now. */
async function renewHold(
  { tx, dialect, at }: TxContext,
  { id }: StoredHold,
  { ttlMs }: HoldRequest,
): Promise<StoredHold> {
  const query = tx.selectFrom('holds').select('id').where('id', '=', id).where('status', '=', 'held');
  const isPostgres = dialect.kind === 'postgres';
  if (!(await (isPostgres ? query.forUpdate().skipLocked() : query).executeTakeFirst())) throw new ApiError('busy');
  const longer = { expires_at: at + ttlMs, held_at: at, updated_at: at };
  const again = tx.updateTable('holds').set((old) => ({ ...longer, version: old('version', '+', 1) }));
  return toHold(await again.where('id', '=', id).returningAll().executeTakeFirstOrThrow());
}

/**
 * Rejects placing a hold again unless it expired. Its row is taken without waiting: whoever captures it has it, and waits for the
 * owner, who is locked here.
 */
async function assertExpired({ tx, dialect }: TxContext, earlier: StoredHold, request: HoldRequest): Promise<void> {
  const query = tx.selectFrom('holds').select('status').where('id', '=', earlier.id).where('status', '=', 'expired');
  const isPostgres = dialect.kind === 'postgres';
  if (await (isPostgres ? query.forUpdate().skipLocked() : query).executeTakeFirst()) return;
  const state = earlier.status === 'released' ? 'released' : 'captured';
  const { requestId, locale = 'zh-CN' } = request;
  const message = localize(words[state], locale);
  throw new ApiError('stateConflict', { message, data: { state, requestId, holdNo: earlier.no } });
}

interface HoldTerms {
  readonly amount: number;
  readonly rate: UseRate;
  readonly modelGroup: string;
  readonly shares: readonly LotShare[];
}

const heldColumns = [
  'model_group',
  'amount',
  'list_amount',
  'rate_multiplier',
  'least_charge',
  'quota_amount',
  'captured_amount',
  'written_off',
  'lots',
  'expires_at',
  'held_at',
  'settled_at',
  'status',
  'updated_at',
] as const;
const newColumns = [
  ...heldColumns,
  'no',
  'user_id',
  'wallet_id',
  'asset',
  'capability',
  'request_id',
  'subject',
  'version',
  'created_at',
] as const;

const slotsOf = <N extends string>(names: readonly N[], slot: SlotOf<N>) =>
  Object.fromEntries(names.map((name) => [name, slot(name)])) as Record<N, never>;

const insertHold = prepareWrite((on, slot: SlotOf<(typeof newColumns)[number]>) =>
  on.insertInto('holds').values(slotsOf(newColumns, slot)).returning('id'),
);
const placeAgain = prepareWrite((on, slot: SlotOf<(typeof heldColumns)[number] | 'id'>) =>
  on
    .updateTable('holds')
    .set((old) => ({ ...slotsOf(heldColumns, slot), version: old('version', '+', 1) }))
    .where('id', '=', slot('id'))
    .returningAll(),
);

/** Writes a hold with what it takes: a new one, or in place of one that expired. */
async function writeHold(
  { tx, at }: TxContext,
  wallet: LockedWallet,
  request: HoldRequest,
  { amount, rate, modelGroup, shares }: HoldTerms,
  expired: StoredHold | null,
  extraWrites: readonly Write[],
): Promise<StoredHold> {
  const held = {
    model_group: modelGroup,
    amount,
    list_amount: request.amount,
    rate_multiplier: rate.rateMultiplier,
    least_charge: rate.leastCharge,
    quota_amount: amount - sumAmounts(shares),
    captured_amount: 0,
    written_off: 0,
    lots: JSON.stringify(shares),
    expires_at: at + request.ttlMs,
    held_at: at,
    settled_at: null,
    status: 'held',
    updated_at: at,
  } as const;
  if (expired) {
    const [renewed] = await runTogether(tx, placeAgain({ ...held, id: expired.id }), ...extraWrites);
    return toHold(renewed as RowOf<'holds'>);
  }
  const row = {
    ...held,
    no: `H${randomBytes(12).toString('hex')}`,
    user_id: request.userId,
    wallet_id: wallet.id,
    asset: request.asset,
    capability: request.capability as Column<'holds', 'capability'>,
    request_id: request.requestId,
    subject: request.subject ?? null,
    version: 1,
    created_at: at,
  };
  const [made] = await runTogether(tx, insertHold(row), ...extraWrites);
  return toHold({ ...row, id: made?.id as number });
}
