import { createHash } from 'node:crypto';
import { type Bent, type FakeGateway, inYuan, signedText, type WireNotice } from './fake-gateway.ts';
import { jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

const [pid, key] = ['1042', 'epay-key-of-the-fake-Xq7t'];

interface Trade {
  readonly no: string;
  readonly amount: number;
  isPaid: boolean;
  back: number;
}

/** The signature as the protocol defines it: the hash of the fields followed by the key. */
function signOf(fields: ReadonlyMap<string, string>, by: string): string {
  return createHash('md5')
    .update(signedText(fields, ['sign', 'sign_type']) + by, 'utf8')
    .digest('hex');
}

const no = (msg: string, code: number = -1): SentAnswer => ({ body: { code, msg } });

/** The fake gateway with epay's additional features. */
export interface EpayHost extends FakeGateway {
  tellsRefunds: boolean;
  /** Changes the response to an order query before it is sent. */
  reshape: (answer: Readonly<Record<string, unknown>>) => unknown;
  /** Refunds an amount in the gateway's back office, which sends no notification. Integer fen. */
  refundInBackOffice(orderNo: string, amount: number): void;
  /** A signed notification with changed or additional fields. */
  noticeWith(orderNo: string, fields: Readonly<Record<string, string>>): WireNotice;
}

/** Fakes an aggregator with the epay protocol: its cashier, order queries, and refunds without a number. */
export async function epayHost(): Promise<EpayHost> {
  const trades = new Map<string, Trade>();
  const refunds: { no: string; amount: number; state: string }[] = [];

  function openCashier(query: URLSearchParams): SentAnswer {
    const fields = new Map(query);
    if (fields.get('pid') !== pid || fields.get('sign') !== signOf(fields, key) || fields.get('sign_type') !== 'MD5')
      return no('签名校验失败', -3);
    const [order = '', money = ''] = [fields.get('out_trade_no'), fields.get('money')];
    if (!/^\d+\.\d\d$/.test(money) || !fields.get('name')) return no('参数错误');
    if (!/^https:\/\/shop\.example\.com\/api\/v1\/pay\/notify\/epay$/.test(fields.get('notify_url') ?? ''))
      return no('通知地址错误');
    const amount = Math.round(Number(money) * 100);
    if (!trades.has(order)) trades.set(order, { no: order, amount, isPaid: false, back: 0 });
    return { body: { code: 1, msg: '请扫码支付' } };
  }

  function openPage(form: URLSearchParams): SentAnswer {
    if (!/^\d+\.\d+\.\d+\.\d+$/.test(form.get('clientip') ?? '') || !form.get('type')) return no('参数错误');
    const { body } = openCashier(form);
    if ((body as { code: number }).code !== 1) return { body };
    const order = form.get('out_trade_no');
    return { body: { code: 1, trade_no: `EP${order}`, qrcode: `https://qr.example.com/${order}` } };
  }

  function tellOrder(query: URLSearchParams): SentAnswer {
    const trade = trades.get(query.get('out_trade_no') ?? '');
    if (!trade) return no('订单号不存在');
    return {
      body: gateway.reshape({
        code: 1,
        msg: '查询订单号成功！',
        trade_no: `EP${trade.no}`,
        out_trade_no: trade.no,
        pid: Number(pid),
        type: 'alipay',
        addtime: '2026-01-02 09:00:00',
        endtime: '2026-01-02 10:11:12',
        money: inYuan(trade.amount),
        status: trade.isPaid ? 1 : 0,
        ...(gateway.tellsRefunds ? { refundmoney: inYuan(trade.back) } : {}),
      }) as object,
    };
  }

  function makeRefund(form: URLSearchParams): SentAnswer {
    const trade = trades.get(form.get('out_trade_no') ?? '');
    const amount = Math.round(Number(form.get('money')) * 100);
    if (!trade?.isPaid || form.get('trade_no') !== `EP${trade.no}`) return no('订单号不存在');
    if (gateway.refunding === 'down') return { status: 503, body: {} };
    if (gateway.refunding === 'refuses') return no('商户余额不足，无法退款');
    if (trade.back + amount > trade.amount) return no('退款金额超过可退金额');
    trade.back += amount;
    refunds.push({ no: trade.no, amount, state: 'done' });
    return gateway.refunding === 'lost' ? { status: 502, body: {} } : { body: { code: 1, msg: '退款成功' } };
  }

  const host = await jsonHost(({ url, method, body }: ReceivedRequest) => {
    const { pathname, searchParams: query } = new URL(url, 'http://epay');
    if (pathname === '/submit.php') return openCashier(query);
    if (pathname === '/mapi.php') return openPage(new URLSearchParams(body.toString()));
    const form = method === 'POST' ? new URLSearchParams(body.toString()) : query;
    if (form.get('pid') !== pid || form.get('key') !== key) return no('商户密钥错误', -3);
    return query.get('act') === 'refund' && method === 'POST' ? makeRefund(form) : tellOrder(query);
  });

  const gateway: EpayHost = {
    channel: 'epay',
    group: 'epay',
    settings: { enabled: true, gatewayUrl: host.url, merchantId: pid, merchantKey: key },
    wrongKey: { merchantKey: 'a-key-of-somebody-else' },
    unfilled: { merchantId: null },
    keys: [key],
    host,
    signsBy: 'query',
    refunding: 'works',
    tellsRefunds: true,
    reshape: (answer) => answer,
    refunds,
    pay(orderNo) {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error(`nobody opened the cashier for ${orderNo}`);
      trade.isPaid = true;
    },
    refundInBackOffice(orderNo, amount) {
      const trade = trades.get(orderNo);
      if (!trade?.isPaid) throw new Error(`nobody paid ${orderNo}`);
      trade.back += amount;
    },
    notice: (orderNo, tampered = {}) => signedNotice(orderNo, tampered, {}),
    noticeWith: (orderNo, fields) => signedNotice(orderNo, {}, fields),
  };

  function signedNotice(orderNo: string, tampered: Bent, more: Readonly<Record<string, string>>): WireNotice {
    const fields = new Map(
      Object.entries({
        pid: tampered.isOthers ? '7' : pid,
        trade_no: tampered.tradeNo ?? `EP${orderNo}`,
        out_trade_no: orderNo,
        type: 'alipay',
        name: '1000 coins + 200 & more = 好的',
        money: inYuan(tampered.amount ?? trades.get(orderNo)?.amount ?? 0),
        trade_status: tampered.isUnpaid ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
        param: '',
        ...more,
      }),
    );
    const sign = signOf(fields, tampered.isForged ? 'a-key-of-somebody-else' : key);
    const raw = String(new URLSearchParams([...fields, ['sign', sign], ['sign_type', 'MD5']]));
    return { raw, headers: {} };
  }
  return gateway;
}
