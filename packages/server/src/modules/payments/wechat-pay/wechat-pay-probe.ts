import { ConnectionTestError, getPath } from '../../../platform/outbound/index.ts';
import { noSuchOrder } from '../pay-addresses.ts';
import type { ProbeAnswer } from '../payment-adapter.ts';
import { readWechatPay, type WechatPayDeps } from './wechat-pay-account.ts';
import { callWechatPay, getWechatPayCode } from './wechat-pay-api.ts';
import { getWechatPayOrderPath } from './wechat-pay-order.ts';

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
export async function probeWechatPay(deps: WechatPayDeps): Promise<ProbeAnswer> {
  const account = await readWechatPay(deps.settings);
  if (!account) throw new ConnectionTestError('off');
  const { status, said, isSigned } = await callWechatPay(
    deps,
    account,
    'GET',
    getWechatPayOrderPath(noSuchOrder, account),
  );
  const code = getWechatPayCode(said) ?? String(status);
  if (status === 401 || status === 403) throw new ConnectionTestError('auth', code);
  if (status !== 404) throw new ConnectionTestError('rejected', code);
  if (!isSigned) throw new ConnectionTestError('answer', 'signature');
  return { code, said: String(getPath(said, 'message') ?? '').slice(0, 120) };
}
