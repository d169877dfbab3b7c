import { Fault, type Locale, order as orderResource, type PayMethod, say } from '@gantry/core';
import type { MoneyScope } from '../money/posting.ts';
import { lockOwner } from '../money/wallet.ts';
import type { PaymentAdapter } from '../payments/payment-adapter.ts';
import { insertRecords, newRow } from '../store/records.ts';
import type { OrderRules, ProductAsked } from './order-needs.ts';
import { newNumber } from './order-number.ts';
import { originOf } from './order-origin.ts';
import { orderOf, type StoredOrder } from './order-rows.ts';
import { reserveStock } from './order-stock.ts';

const minute = 60_000;
/** The dearest order, in fen: sums of many stay exact on every face. */
const dearest = 100_000_000_00;

const words = {
  user: { zh: '该用户不能下单', en: 'This user cannot order' },
  price: { zh: '该商品没有可支付的价格', en: 'This product has no price that can be paid' },
  dear: { zh: '订单金额过大', en: 'The order is too dear' },
  reference: { zh: '该单号已用于另一个订单', en: 'This reference is another order’s' },
} as const;

export interface OrderAsked extends ProductAsked {
  readonly clientRef: string | null;
  readonly payMethod: PayMethod | null;
  /** Where it is placed, and from which address; null when nobody says. */
  readonly client: string | null;
  readonly ip: string | null;
  readonly locale: Locale;
}

/** Places an order for a product as it is sold now; with a reference that the user gave before, gives that order. */
export async function placeOrder(
  scope: MoneyScope,
  { pay, products, timezone }: OrderRules,
  { channel, canQuery }: PaymentAdapter,
  asked: OrderAsked,
): Promise<StoredOrder> {
  const refuse = (field: string, why: keyof typeof words) =>
    new Fault('invalid', { errors: { [field]: [say(words[why], asked.locale)] } });
  const { tx, at, dialect } = scope;
  const { userId, productType, productId, quantity, clientRef } = asked;
  // Whoever orders for the same person waits here: what one may buy, and what a reference names, is told one after the other.
  const { status } = await lockOwner(scope, userId);
  if (status !== 'active') throw refuse('userId', 'user');
  const known = clientRef === null ? null : await sameReference(scope, userId, clientRef);
  if (known) {
    if (!isSame(known, asked)) throw refuse('clientRef', 'reference');
    return known;
  }
  const { name, price, snapshot } = await products.offer(
    scope,
    { userId, productType, productId, quantity },
    asked.locale,
  );
  const amount = price * quantity;
  if (!Number.isSafeInteger(amount) || amount < 1) throw refuse('productId', 'price');
  if (amount > dearest) throw refuse('quantity', 'dear');
  const values = {
    no: newNumber('O', at, timezone),
    ...{ userId, productType, productId, quantity, clientRef, amount },
    productName: name.slice(0, 64),
    productSnapshot: snapshot,
    payable: amount,
    currency: pay.currency,
    payChannel: channel,
    testMoney: channel === 'sandbox',
    payMethod: asked.payMethod,
    ...{ client: asked.client, ip: asked.ip, ...(await originOf(scope, userId)) },
    expiresAt: at + pay.orderTimeoutMin * minute,
  };
  const taken = await reserveStock(scope, asked, asked.locale);
  const row = newRow(orderResource, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, orderResource, [row]);
  const own = { next_query_at: canQuery ? at + pay.pollIntervalS * 1000 : null, stock_taken: taken };
  await tx.updateTable('orders').set(own).where('id', '=', id).execute();
  return orderOf({ ...row, ...own, id, next_fulfil_at: null });
}

async function sameReference({ tx }: MoneyScope, userId: number, clientRef: string): Promise<StoredOrder | null> {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_ref', '=', clientRef)
    .executeTakeFirst();
  return row ? orderOf(row) : null;
}

function isSame(order: StoredOrder, asked: ProductAsked): boolean {
  return (
    order.productType === asked.productType && order.productId === asked.productId && order.quantity === asked.quantity
  );
}
