import { createSign, createVerify, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { type MadeCertificates, makeCertificates } from './alipay-certificates.ts';
import { type FakeGateway, inYuan, signedText, type WireNotice } from './fake-gateway.ts';
import { jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

const [appId, sellerId] = ['2021000000000042', '2088000000000042'];

interface Trade {
  readonly no: string;
  readonly amount: number;
  isPaid: boolean;
  readonly back: { readonly no: string; readonly amount: number; state: string }[];
}

type Fields = Readonly<Record<string, string>>;

const rejected = (subCode: string, words = '交易不存在'): Fields => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: words,
});
const well = { code: '10000', msg: 'Success' };

/** The fake gateway with Alipay's additional features. */
export interface AlipayHost extends FakeGateway {
  /**
   * Switches an app between public key mode and certificate mode, and returns the settings. In certificate mode the fake requires
   * certificates.
   */
  certify(isOn: boolean): Readonly<Record<string, unknown>>;
  /**
   * The notification about the part of a refund that went to a bank; `F` when the bank rejected it, so that the payer has it in
   * their Alipay balance.
   */
  depositBack(refundNo: string, status: 'S' | 'F'): WireNotice;
}

/** Fakes Alipay's open platform: pages, pre-created codes, queries, and refunds with the merchant's number. */
export async function alipayHost(): Promise<AlipayHost> {
  const newKeys = () => promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const [ours, theirs, strangers] = await Promise.all([newKeys(), newKeys(), newKeys()]);
  const trades = new Map<string, Trade>();
  const refunds: Trade['back'] = [];
  // The issuer is unknown to both sides.
  const made = makeCertificates(ours, theirs, strangers);
  let certificates: MadeCertificates | null = null;
  let messages = 0;
  const sign = (text: string, key = theirs.privateKey) => createSign('RSA-SHA256').update(text).sign(key, 'base64');

  function answered(method: string, said: Readonly<Record<string, unknown>>): SentAnswer {
    // Slashes are escaped and values contain braces and quotes: the signature covers the text itself.
    const reported = { ...said, note: 'a "}" and a {' };
    const node = JSON.stringify(reported).replaceAll('/', '\\/');
    const certificate = certificates ? `"alipay_cert_sn":"${certificates.alipaySn}",` : '';
    return {
      body: Buffer.from(`{"${method.replaceAll('.', '_')}_response":${node},${certificate}"sign":"${sign(node)}"}`),
      headers: { 'content-type': 'text/html;charset=utf-8' },
    };
  }

  function open(content: Fields): Trade {
    const { out_trade_no: no = '', total_amount: total = '' } = content;
    const known = trades.get(no) ?? { no, amount: Math.round(Number(total) * 100), isPaid: false, back: [] };
    trades.set(no, known);
    return known;
  }

  function query({ out_trade_no: no = '' }: Fields): Fields {
    const trade = trades.get(no);
    if (!trade) return rejected('ACQ.TRADE_NOT_EXIST');
    return {
      ...well,
      out_trade_no: no,
      trade_no: `AL${no}`,
      total_amount: inYuan(trade.amount),
      trade_status: trade.isPaid ? 'TRADE_SUCCESS' : 'WAIT_BUYER_PAY',
      send_pay_date: '2026-01-02 10:11:12',
      buyer_logon_id: 'ab/***@example.com',
    };
  }

  function refund(content: Fields) {
    const { out_trade_no: no = '', refund_amount: requested = '', out_request_no: requestNo = '' } = content;
    const { query_options: options = [] } = content as { query_options?: readonly string[] };
    const trade = trades.get(no);
    if (!trade?.isPaid) return rejected('ACQ.TRADE_NOT_EXIST');
    const before = trade.back.find((one) => one.no === requestNo);
    const amount = Math.round(Number(requested) * 100);
    if (before)
      return before.amount === amount ? { ...well, fund_change: 'N' } : rejected('ACQ.DISCORDANT_REPEAT_REQUEST');
    if (options[0] !== 'deposit_back_info') return rejected('ACQ.INVALID_PARAMETER');
    if (gateway.refunding === 'refuses') return rejected('ACQ.TRADE_NOT_ALLOW_REFUND', '不允许退款');
    if (trade.back.reduce((sum, one) => sum + one.amount, amount) > trade.amount)
      return rejected('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL');
    const made = { no: requestNo, amount, state: gateway.refunding === 'later' ? 'ON_ITS_WAY' : 'REFUND_SUCCESS' };
    trade.back.push(made);
    refunds.push(made);
    return { ...well, fund_change: gateway.refunding === 'later' ? 'N' : 'Y', refund_fee: inYuan(amount) };
  }

  function refundQuery({
    out_trade_no: no = '',
    out_request_no: requestNo = '',
  }: Fields): Readonly<Record<string, unknown>> {
    const made = trades.get(no)?.back.find((one) => one.no === requestNo);
    if (!made?.state.startsWith('REFUND_')) return well;
    const reported = { out_trade_no: no, out_request_no: requestNo, refund_amount: inYuan(made.amount) };
    const isDetour = made.state === 'REFUND_DETOUR';
    const status = { ...well, ...reported, refund_status: isDetour ? 'REFUND_SUCCESS' : made.state };
    return isDetour ? { ...status, deposit_back_info: { dback_status: 'F' } } : status;
  }

  function call(method: string, content: Fields): SentAnswer {
    if (method === 'alipay.trade.precreate')
      return answered(method, {
        ...well,
        out_trade_no: open(content).no,
        qr_code: `https://qr.alipay.com/${open(content).no}`,
      });
    if (method === 'alipay.trade.query') return answered(method, query(content));
    if (method === 'alipay.trade.fastpay.refund.query') return answered(method, refundQuery(content));
    if (gateway.refunding === 'down') return { status: 503, body: {} };
    const reported = answered(method, refund(content));
    return gateway.refunding === 'lost' ? { status: 502, body: {} } : reported;
  }

  const host = await jsonHost(({ url, method: verb, body }: ReceivedRequest) => {
    const fields = new Map(
      verb === 'GET' ? new URL(url, 'http://alipay').searchParams : new URLSearchParams(String(body)),
    );
    const method = fields.get('method') ?? '';
    const isRight = createVerify('RSA-SHA256')
      .update(signedText(fields, ['sign']))
      .verify(ours.publicKey, fields.get('sign') ?? '', 'base64');
    if (fields.get('app_id') !== appId || !isRight || fields.get('sign_type') !== 'RSA2')
      return answered(method, { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' });
    const [app, root] = [fields.get('app_cert_sn'), fields.get('alipay_root_cert_sn')];
    if (app !== certificates?.appSn || root !== certificates?.rootSn)
      return answered(method, { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-app-cert-sn' });
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(fields.get('timestamp') ?? '')) return { status: 400, body: {} };
    const content = JSON.parse(fields.get('biz_content') ?? '{}') as Fields;
    if (verb === 'POST') return call(method, content);
    const isFullWidth =
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(content.time_expire ?? '') && fields.get('return_url') !== '';
    if (!isFullWidth || !/\.(page|wap)\.pay$/.test(method)) return { status: 400, body: {} };
    return { body: open(content) };
  });

  function getTrade(refundNo: string): Trade {
    const trade = [...trades.values()].find(({ back }) => back.some(({ no }) => no === refundNo));
    if (!trade) throw new Error(`there is no refund ${refundNo}`);
    return trade;
  }

  function getForm(
    fields: ReadonlyMap<string, string>,
    without: readonly string[],
    key = theirs.privateKey,
  ): WireNotice {
    const full = new Map([...fields, ['sign_type', 'RSA2']]);
    const raw = String(new URLSearchParams([...full, ['sign', sign(signedText(full, without), key)]]));
    return { raw, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } };
  }

  const pem = { type: 'pkcs1', format: 'pem' } as const;
  const privateKey = String(ours.privateKey.export(pem));
  const alipayPublicKey = theirs.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  /** A refund notification contains the total refunded for the trade so far. */
  function describeRefund(of: { no: string; total: number; refundNo: string; refunded: number; isFullWidth: boolean }) {
    messages += 1;
    const reported = {
      notify_id: `N${of.no}-${of.refundNo}-${messages}`,
      app_id: appId,
      seller_id: sellerId,
      out_trade_no: of.no,
      trade_no: `AL${of.no}`,
      out_biz_no: of.refundNo,
      total_amount: inYuan(of.total),
      refund_fee: inYuan(of.refunded),
      gmt_refund: '2026-01-03 10:11:12.000',
      gmt_payment: '2026-01-02 10:11:12',
      trade_status: of.isFullWidth ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
    };
    return getForm(new Map(Object.entries(reported)), ['sign', 'sign_type']);
  }
  const gateway: AlipayHost = {
    channel: 'alipay',
    group: 'alipay',
    settings: { enabled: true, gatewayUrl: `${host.url}/gateway.do`, appId, sellerId, privateKey, alipayPublicKey },
    wrongKey: { privateKey: String(strangers.privateKey.export(pem)) },
    unfilled: { sellerId: null },
    keys: [privateKey.slice(40, 100), alipayPublicKey.slice(40, 100)],
    host,
    signsBy: 'form',
    laterStates: [['REFUND_SUCCESS', 'refunded']],
    refunding: 'works',
    refunds,
    certify(isOn) {
      certificates = isOn ? made : null;
      if (!certificates) return { mode: 'key' };
      const { app, alipay, roots } = certificates;
      return { mode: 'certificate', appCertificate: app, alipayCertificate: alipay, rootCertificates: roots };
    },
    refundNotice(refundNo) {
      const { no, amount } = getTrade(refundNo);
      return describeRefund({ no, total: amount, refundNo, refunded: amount, isFullWidth: true });
    },
    outsideNotice(orderNo, { no, total }) {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error(`there is no trade ${orderNo}`);
      const { amount } = trade;
      return describeRefund({
        no: orderNo,
        total: amount,
        refundNo: no ?? '',
        refunded: total,
        isFullWidth: total === amount,
      });
    },
    depositBack(refundNo, status) {
      messages += 1;
      const { no } = getTrade(refundNo);
      const reported = { trade_no: `AL${no}`, out_trade_no: no, out_request_no: refundNo, dback_status: status };
      const fields = {
        notify_id: `M${refundNo}-${messages}`,
        utc_timestamp: '1514210452731',
        msg_method: 'alipay.trade.refund.depositback.completed',
        app_id: appId,
        version: '1.1',
        biz_content: JSON.stringify(reported),
      };
      // In a notification, `sign_type` is signed too.
      return getForm(new Map(Object.entries(fields)), ['sign']);
    },
    pay(orderNo) {
      const trade = trades.get(orderNo);
      if (!trade) throw new Error(`nobody opened the page for ${orderNo}`);
      trade.isPaid = true;
    },
    notice(orderNo, tampered = {}) {
      const fields = new Map(
        Object.entries({
          notify_time: '2026-01-02 10:11:13',
          notify_id: `N${orderNo}`,
          charset: 'utf-8',
          app_id: tampered.isOthers ? '2021000000000043' : appId,
          seller_id: sellerId,
          out_trade_no: orderNo,
          trade_no: `AL${orderNo}`,
          subject: '1000 coins + 200 好的',
          total_amount: inYuan(tampered.amount ?? trades.get(orderNo)?.amount ?? 0),
          gmt_payment: '2026-01-02 10:11:12',
          trade_status: tampered.isUnpaid ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
          body: '',
        }),
      );
      return getForm(fields, ['sign', 'sign_type'], tampered.isForged ? strangers.privateKey : theirs.privateKey);
    },
  };
  return gateway;
}
