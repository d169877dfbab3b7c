import { ApiError, type Locale, localize, order as orderResource, type PayMethod } from '@gantry/core';
import { createRow, insertRecords } from '../../platform/store/records.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import type { PaymentAdapter } from '../payments/index.ts';
import type { OrderRules, ProductRequest } from './order-deps.ts';
import { createNumber, findOrderOrigin, type StoredOrder, toOrder } from './order-rows.ts';
import { reserveStock } from './order-stock.ts';

const minute = 60_000;
/** Maximum total of an order, in fen. It keeps sums of many orders within exact integers in every client. */
const maxTotal = 100_000_000_00;

const words = {
  user: { zh: '该用户不能下单', en: 'This user cannot place orders.' },
  price: { zh: '该商品没有可支付的价格', en: 'This product has no payable price.' },
  dear: { zh: '订单金额过大', en: 'The order total is above the maximum.' },
  reference: { zh: '该单号已用于另一个订单', en: 'This reference belongs to another order.' },
} as const;

export interface OrderRequest extends Omit<ProductRequest, 'testMoney'> {
  readonly clientRef: string | null;
  readonly payMethod: PayMethod | null;
  /** The client and the IP address of the order; null when not given. */
  readonly client: string | null;
  readonly ip: string | null;
  readonly locale: Locale;
}

/**
 * Places an order at the current terms of the product. Returns the existing order when the user sends the same reference again.
 */
export async function placeOrder(
  scope: TxContext,
  { pay, products, timezone }: OrderRules,
  { channel, canQuery }: PaymentAdapter,
  requested: OrderRequest,
): Promise<StoredOrder> {
  const reject = (field: string, why: keyof typeof words) =>
    new ApiError('invalid', { errors: { [field]: [localize(words[why], requested.locale)] } });
  const { tx, at, dialect } = scope;
  const { userId, productType, productId, quantity, clientRef } = requested;
  // Requests for the same user wait here, so that purchase limits and references are checked one request at a time.
  const { status } = await lockOwner(scope, userId);
  if (status !== 'active') throw reject('userId', 'user');
  const testMoney = channel === 'sandbox';
  const product = { userId, productType, productId, quantity, testMoney };
  const known = clientRef === null ? null : await getSameReference(scope, userId, clientRef);
  if (known) {
    if (!isSame(known, requested)) throw reject('clientRef', 'reference');
    return known;
  }
  const { name, price, snapshot } = await products.offer(scope, product, requested.locale);
  const amount = price * quantity;
  if (!Number.isSafeInteger(amount) || amount < 1) throw reject('productId', 'price');
  if (amount > maxTotal) throw reject('quantity', 'dear');
  const values = {
    no: createNumber('O', at, timezone),
    ...{ userId, productType, productId, quantity, clientRef, amount },
    productName: name.slice(0, 64),
    productSnapshot: snapshot,
    payable: amount,
    currency: pay.currency,
    payChannel: channel,
    testMoney,
    payMethod: requested.payMethod,
    ...{ client: requested.client, ip: requested.ip, ...(await findOrderOrigin(scope, userId)) },
    expiresAt: at + pay.orderTimeoutMin * minute,
  };
  const taken = await reserveStock(scope, product, requested.locale);
  const row = createRow(orderResource, values, { by: null, at });
  const [id = 0] = await insertRecords(tx, dialect, orderResource, [row]);
  const own = { next_query_at: canQuery ? at + pay.pollIntervalS * 1000 : null, stock_taken: taken };
  const placed = tx.updateTable('orders').set(own).where('id', '=', id).returningAll();
  return toOrder(await placed.executeTakeFirstOrThrow());
}

async function getSameReference({ tx }: TxContext, userId: number, clientRef: string): Promise<StoredOrder | null> {
  const row = await tx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('client_ref', '=', clientRef)
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

function isSame(order: StoredOrder, requested: OrderRequest): boolean {
  return (
    order.productType === requested.productType &&
    order.productId === requested.productId &&
    order.quantity === requested.quantity
  );
}
