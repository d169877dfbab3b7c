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
import { isOpen, type LotShare, openLots, planLotChange, spendingOrder, splitOverLots, toOpenLots } from './lots.ts';
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
  type QuotaCover,
  type QuotaShare,
  recordQuotaTakes,
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
  /** Key group of the model that the hold is for; empty without a model. */
  readonly modelGroup: string;
  readonly requestId: string;
  /** What the request is about, when the request ID alone does not identify it; otherwise null. */
  readonly subject: string | null;
  /** Held credits, including those that a quota covers. */
  readonly amount: number;
  /** The price before the rate is applied, in credits. */
  readonly listAmount: number;
  /** The share of the price that is charged. A capture uses the same rate. */
  readonly rate: UseRate;
  /** Credits covered by a quota; after the capture, credits paid by a quota. */
  readonly quotaAmount: number;
  readonly capturedAmount: number;
  readonly writtenOff: number;
  readonly status: string;
  readonly expiresAt: number;
  /** When the credits were last set aside, UTC ms. Updated when an expired hold is placed again. */
  readonly heldAt: number;
  /** Credits held from each lot. */
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

/** Returns a hold in any state. Throws `notFound` for an unknown number. */
export async function getHold({ tx }: TxContext, no: string): Promise<StoredHold> {
  const row = await tx.selectFrom('holds').selectAll().where('no', '=', no).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { holdNo: no } });
  return toHold(row);
}

/** Whether a hold can still be captured. The capture of an expired hold is charged to the free credits. */
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
 * Moves a hold from the state `from` to a final state or to `expired`. Returns null when the hold is not in that state, so that
 * only one of two concurrent calls succeeds. A hold expires only when `expiresAt` has passed; a hold that was extended in the
 * meantime stays open.
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

/** Prefix of the request IDs of holds that indexing creates. */
export const indexingPrefix = 'know:';

/**
 * Counts the open uses of a user: holds that have neither ended nor expired. Holds for indexing documents are not counted,
 * because users do not control when indexing runs and it would block their other uses.
 */
export async function countOpenUses(
  read: { readonly tx: Reader; readonly at: number },
  userId: number,
): Promise<number> {
  return (await countOpenUsesByUser(read, [userId])).get(userId) ?? 0;
}

/** Counts the open uses of several users. Requires at least one ID; users without open uses are missing from the result. */
export async function countOpenUsesByUser(
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
  /** The platform's ID of the use. Repeating a request with the same ID returns the same hold. */
  readonly requestId: string;
  /** What the request is about. Reusing the ID for another subject is rejected. When omitted, only the ID is compared. */
  readonly subject?: string;
  readonly capability: string;
  readonly asset: Asset;
  /** The price in credits, positive. The held amount is this price at the user's rate. */
  readonly amount: number;
  /** How long until the hold expires, in ms. */
  readonly ttlMs: number;
  /** Determines the rate and pays before credits do. When omitted, the full price is charged and no quota is used. */
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
 * Holds credits for a use. Rejects an amount above what is available, so that concurrent holds never exceed the balance, and
 * rejects users who are inactive or in debt. It succeeds only when credits are held afterwards: for a repeated request an open
 * hold is returned, an expired hold is placed again under its number, and a captured or released hold is rejected.
 */
export async function placeHold(scope: TxContext, request: HoldRequest): Promise<StoredHold> {
  assertAmount(request.amount);
  const wallet = await lockWallet(scope, request.userId, request.asset);
  const { isKnown, rows } = await readHoldState(scope, wallet, request);
  const earlier = isKnown ? await findSameRequest(scope, request) : null;
  if (earlier?.status === 'held') return earlier.expiresAt > scope.at ? earlier : renewHold(scope, earlier, request);
  if (earlier) await assertExpired(scope, earlier, request);
  if (wallet.ownerStatus !== 'active') throw new ApiError('stateConflict', { data: { state: wallet.ownerStatus } });
  if (wallet.debt > 0) throw createInsufficientError(0, request.amount);
  const { userId, requestId, cover } = request;
  const terms = cover ? await cover.admit(scope, userId, requestId, wallet.ownerLevel) : uncovered;
  const { modelGroup, ...rate } = terms;
  const amount = computeCharge(rate, request.amount);
  const covered = await takeCovered(scope, wallet, { ...request, amount }, modelGroup);
  const credits = amount - sumAmounts(covered);
  // Updating the membership to the present may also change the lots, so they are read again.
  const isLater = cover !== undefined && wallet.ownerLevel > 0;
  const lots = isLater ? await openLots(scope, wallet.id, request.capability) : toOpenLots(rows, request.capability);
  const { shares, short } = splitOverLots(lots, credits);
  if (short > 0) throw createInsufficientError(amount - short, amount);
  // `shares` contains each lot at most once.
  const extraWrites = [
    ...shares.map(({ lotId, amount }) => planLotChange(lotId, { held: amount })),
    ...(credits > 0 ? [changeWallet(scope, { ...wallet, held: wallet.held + credits })] : []),
  ];
  const hold = await writeHold(scope, wallet, request, { amount, rate, modelGroup, shares }, earlier, extraWrites);
  await recordQuotaTakes(scope, hold.id, covered);
  return hold;
}

async function takeCovered(
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

/** Reads whether the request already has a hold, and the open lots of the wallet. The owner must be locked. */
async function readHoldState({ tx, at }: TxContext, { id }: LockedWallet, { requestId }: HoldRequest) {
  const { rows } = await selectKnown(tx, { wallet: id, request: requestId, at });
  const lots = rows.flatMap(({ id, remaining, held, capabilities }) =>
    id === null || remaining === null || held === null ? [] : [{ id, remaining, held, capabilities }],
  );
  return { isKnown: (rows[0]?.known ?? null) !== null, rows: lots };
}

async function findSameRequest({ tx }: TxContext, request: HoldRequest): Promise<StoredHold | null> {
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

/** Extends an open hold past its expiry to the time of a new hold. Throws `busy` while another transaction is releasing it. */
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
 * Rejects placing a hold again unless it has expired. The row is locked without waiting, because a concurrent capture holds the
 * row lock while it waits for the owner, who is locked here.
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

const getSlots = <N extends string>(names: readonly N[], slot: SlotOf<N>) =>
  Object.fromEntries(names.map((name) => [name, slot(name)])) as Record<N, never>;

const insertHold = prepareWrite((on, slot: SlotOf<(typeof newColumns)[number]>) =>
  on.insertInto('holds').values(getSlots(newColumns, slot)).returning('id'),
);
const placeAgain = prepareWrite((on, slot: SlotOf<(typeof heldColumns)[number] | 'id'>) =>
  on
    .updateTable('holds')
    .set((old) => ({ ...getSlots(heldColumns, slot), version: old('version', '+', 1) }))
    .where('id', '=', slot('id'))
    .returningAll(),
);

/** Writes a new hold, or overwrites an expired one, together with `extraWrites`. */
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
