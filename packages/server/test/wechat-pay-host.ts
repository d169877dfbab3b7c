import { createCipheriv, createSign, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Bent, FakeGateway, WireNotice } from './fake-gateway.ts';
import { jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

const [appId, mchId, serial] = ['wxfake0of0protocol', '1900000001', '5A1DBEEF00'];
const keyId = 'PUB_KEY_ID_0119000000012026010100000000000001';
const apiV3Key = 'fake-of-the-protocol-alone-32-by';

interface Trade {
  readonly no: string;
  readonly amount: number;
  readonly currency: string;
  readonly way: string;
  isPaid: boolean;
}

interface Refund {
  readonly no: string;
  readonly amount: number;
  state: string;
  readonly trade: Trade;
}

const reject = (status: number, code: string, message = '不可以'): SentAnswer => ({ status, body: { code, message } });

/** The serial numbers and keys of a merchant and of the platform. */
function makeKeys() {
  const pair = () =>
    generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
  return { merchant: pair(), platform: pair(), stranger: pair() };
}

/** Fakes WeChat Pay's API v3 as documented: three payment methods, queries, refunds, and signed and encrypted notifications. */
export async function wechatPayHost(clock: () => number): Promise<FakeGateway> {
  const keys = makeKeys();
  const trades = new Map<string, Trade>();
  const refunds: Refund[] = [];
  const nonces = new Set<string>();

  const sign = (key: string, lines: readonly string[]) =>
    createSign('RSA-SHA256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .sign(key, 'base64');

  function signed(body: string, at: number, key = keys.platform.privateKey): Record<string, string> {
    const [time, nonce] = [String(Math.floor(at / 1000)), randomBytes(16).toString('hex')];
    return {
      'wechatpay-timestamp': time,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': keyId,
      'wechatpay-signature': sign(key, [time, nonce, body]),
    };
  }

  /** Whether the call is signed by the merchant with a current timestamp and is not a replay. */
  function isSigned({ method, url, headers, body }: ReceivedRequest): boolean {
    const [scheme, rest = ''] = (headers.authorization ?? '').split(' ', 2);
    const said = Object.fromEntries([...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const {
      mchid,
      nonce_str: nonce = '',
      signature = '',
      timestamp = '',
      serial_no: by,
    } = said as Record<string, string>;
    const isFresh = Math.abs(clock() / 1000 - Number(timestamp)) < 300 && !nonces.has(nonce);
    nonces.add(nonce);
    const text = [method, url, timestamp, nonce, body.toString()].map((line) => `${line}\n`).join('');
    const isRight = createVerify('RSA-SHA256').update(text).verify(keys.merchant.publicKey, signature, 'base64');
    return scheme === 'WECHATPAY2-SHA256-RSA2048' && mchid === mchId && by === serial && isFresh && isRight;
  }

  /** The response for a payment method; a repeated call for the same order must have the same parameters. */
  function answerOf(way: string, no: string, given: Record<string, unknown>): SentAnswer {
    const payer = given.payer as { openid?: unknown } | undefined;
    const scene = given.scene_info as { payer_client_ip?: unknown; h5_info?: { type?: unknown } } | undefined;
    if (way === 'native') return { body: { code_url: `weixin://wxpay/bizpayurl?pr=${no}` } };
    if (way === 'jsapi' && typeof payer?.openid === 'string') return { body: { prepay_id: `wx${no}` } };
    if (way === 'h5' && typeof scene?.payer_client_ip === 'string' && scene.h5_info?.type === 'Wap')
      return { body: { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${no}` } };
    return reject(400, 'PARAM_ERROR');
  }

  function openTrade(way: string, given: Record<string, unknown>): SentAnswer {
    const { total, currency } = given.amount as { total: number; currency: string };
    const no = String(given.out_trade_no);
    const isTimed = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(String(given.time_expire));
    const isLate = Date.parse(String(given.time_expire)) < clock();
    if (given.appid !== appId || given.mchid !== mchId) return reject(400, 'APPID_MCHID_NOT_MATCH');
    if (!isTimed || isLate || Buffer.byteLength(String(given.description)) > 127) return reject(400, 'PARAM_ERROR');
    if (!/^https?:\/\/[^?]+$/.test(String(given.notify_url)) || !/^[\w|*-]{6,32}$/.test(no))
      return reject(400, 'PARAM_ERROR');
    if (trades.get(no)?.isPaid) return reject(400, 'ORDERPAID');
    if ((trades.get(no)?.way ?? way) !== way) return reject(400, 'INVALID_REQUEST', '201 商户订单号重复');
    const reported = answerOf(way, no, given);
    if (reported.status === undefined) trades.set(no, { no, amount: total, currency, way, isPaid: false });
    return reported;
  }

  const transaction = ({ no, amount, currency, isPaid }: Omit<Trade, 'way'>, merchant: string = mchId) => ({
    appid: appId,
    mchid: merchant,
    out_trade_no: no,
    trade_state: isPaid ? 'SUCCESS' : 'NOTPAY',
    ...(isPaid ? { transaction_id: `4200${no}`, success_time: new Date(clock()).toISOString() } : {}),
    ...(isPaid ? { amount: { total: amount, payer_total: amount, currency } } : {}),
  });

  const shown = ({ no, amount, state, trade }: Refund) => ({
    refund_id: `5030${no}`,
    out_refund_no: no,
    out_trade_no: trade.no,
    status: state,
    amount: { refund: amount, total: trade.amount, currency: trade.currency },
  });

  function makeRefund(given: Record<string, unknown>): SentAnswer {
    const [no, id] = [String(given.out_refund_no), String(given.transaction_id)];
    const { refund: amount, total } = given.amount as { refund: number; total: number };
    const trade = trades.get(id.slice(4));
    const before = refunds.find((one) => one.no === no);
    if (before) return before.amount === amount ? { body: shown(before) } : reject(400, 'INVALID_REQUEST');
    if (!trade?.isPaid || total !== trade.amount) return reject(404, 'RESOURCE_NOT_EXISTS');
    if (!/^https:\/\/[^?]+\/pay\/notify\/wechat$/.test(String(given.notify_url))) return reject(400, 'PARAM_ERROR');
    if (gateway.refunding === 'down') return reject(500, 'SYSTEM_ERROR');
    if (gateway.refunding === 'refuses') return reject(403, 'USER_ACCOUNT_ABNORMAL', '用户账户异常');
    const back = refunds.filter((one) => one.trade === trade).reduce((sum, one) => sum + one.amount, 0);
    if (back + amount > trade.amount) return reject(400, 'INVALID_REQUEST', '订单已全额退款');
    const refund = { no, amount, state: gateway.refunding === 'later' ? 'PROCESSING' : 'SUCCESS', trade };
    refunds.push(refund);
    return gateway.refunding === 'lost' ? reject(502, 'BAD_GATEWAY') : { body: shown(refund) };
  }

  function answer({ method, url, body }: ReceivedRequest): SentAnswer {
    const [path = '', query = ''] = url.split('?');
    const last = decodeURIComponent(path.split('/').at(-1) ?? '');
    if (method === 'POST') {
      const given = JSON.parse(body.toString()) as Record<string, unknown>;
      return path.startsWith('/v3/pay/transactions/') ? openTrade(last, given) : makeRefund(given);
    }
    if (path.startsWith('/v3/refund/')) {
      const refund = refunds.find(({ no }) => no === last);
      return refund ? { body: shown(refund) } : reject(404, 'RESOURCE_NOT_EXISTS');
    }
    const trade = trades.get(last);
    if (query !== `mchid=${mchId}`) return reject(400, 'PARAM_ERROR');
    return trade ? { body: transaction(trade) } : reject(404, 'ORDER_NOT_EXIST', '订单不存在');
  }

  const host = await jsonHost((requested) => {
    if (!isSigned(requested)) return reject(401, 'SIGN_ERROR', '签名错误');
    const reported = answer(requested);
    const body = Buffer.from(JSON.stringify(reported.body));
    return { ...reported, body, headers: signed(body.toString(), clock()) };
  });

  function seal(text: string) {
    const nonce = randomBytes(6).toString('hex');
    const sealer = createCipheriv('aes-256-gcm', apiV3Key, nonce).setAAD(Buffer.from('transaction'));
    const bytes = Buffer.concat([sealer.update(text, 'utf8'), sealer.final(), sealer.getAuthTag()]);
    const ciphertext = bytes.toString('base64');
    return { algorithm: 'AEAD_AES_256_GCM', ciphertext, nonce, associated_data: 'transaction' };
  }

  let events = 0;
  function notify(id: string, type: string, reported: object, tampered: Bent = {}): WireNotice {
    const resource = seal(JSON.stringify(reported));
    const raw = JSON.stringify({ id, event_type: type, resource_type: 'encrypt-resource', resource });
    const key = tampered.isForged ? keys.stranger.privateKey : keys.platform.privateKey;
    return { raw, headers: signed(raw, tampered.at ?? clock(), key) };
  }

  function describeRefund(trade: { no: string; amount: number }, refundNo: string, amount: number, state: string) {
    events += 1;
    const reported = {
      mchid: mchId,
      out_trade_no: trade.no,
      transaction_id: `4200${trade.no}`,
      out_refund_no: refundNo,
      refund_id: `5030${refundNo}`,
      refund_status: state,
      user_received_account: '招商银行信用卡0403',
      amount: { total: trade.amount, refund: amount, payer_total: trade.amount, payer_refund: amount },
    };
    return notify(`EV-${refundNo}-${events}`, `REFUND.${state}`, reported);
  }
  const gateway: FakeGateway = {
    channel: 'wechat',
    group: 'wechatPay',
    wrongKey: { merchantSerial: 'ABCDEF' },
    unfilled: { appId: null },
    signsBy: 'headers',
    laterStates: [
      ['SUCCESS', 'refunded'],
      ['CLOSED', 'fulfilled'],
    ],
    lostState: ['ABNORMAL', 'ABNORMAL'],
    settings: {
      enabled: true,
      appId,
      mchId,
      merchantSerial: serial,
      // A single-line field delivers the key without line breaks.
      privateKey: keys.merchant.privateKey.replaceAll('\n', ' '),
      apiV3Key,
      platformKeyId: keyId,
      platformKey: keys.platform.publicKey,
      gatewayUrl: host.url,
    },
    keys: [apiV3Key, keys.merchant.privateKey.split('\n')[3] ?? ''],
    host,
    refunding: 'works',
    refunds,
    pay(orderNo) {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error(`no code was made for ${orderNo}`);
      trade.isPaid = true;
    },
    notice(orderNo, tampered = {}) {
      const trade = trades.get(orderNo) ?? { no: orderNo, amount: 0, currency: 'CNY', way: 'native', isPaid: true };
      const { amount = trade.amount, currency = trade.currency } = tampered;
      const reported = transaction(
        { no: orderNo, amount, currency, isPaid: true },
        tampered.isOthers ? '1900000999' : mchId,
      );
      if (tampered.isUnpaid) return notify(`EV-${orderNo}`, 'COUPON.USE', reported, tampered);
      return notify(`EV-${orderNo}`, 'TRANSACTION.SUCCESS', reported, tampered);
    },
    refundNotice(refundNo) {
      const refund = refunds.find(({ no }) => no === refundNo);
      if (!refund) throw new Error(`there is no refund ${refundNo}`);
      return describeRefund(refund.trade, refundNo, refund.amount, refund.state);
    },
    outsideNotice(orderNo, { no, amount }) {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error(`there is no order ${orderNo}`);
      return describeRefund(trade, no ?? '', amount, 'SUCCESS');
    },
  };
  return gateway;
}
