import { at, TrialFailed } from '../outbound/index.ts';
import { noSuchOrder } from './pay-addresses.ts';
import type { ProbeAnswer } from './payment-adapter.ts';
import { readWechatPay, type WechatPayNeeds } from './wechat-pay-account.ts';
import { askWechatPay, wechatPayCode } from './wechat-pay-api.ts';
import { wechatPayOrderPath } from './wechat-pay-order.ts';

/** Asks about an order that is not there: our key is right when it is unknown, and theirs when the answer's signature is. */
export async function probeWechatPay(needs: WechatPayNeeds): Promise<ProbeAnswer> {
  const account = await readWechatPay(needs.settings);
  if (!account) throw new TrialFailed('off');
  const { status, said, isSigned } = await askWechatPay(
    needs,
    account,
    'GET',
    wechatPayOrderPath(noSuchOrder, account),
  );
  const code = wechatPayCode(said) ?? String(status);
  if (status === 401 || status === 403) throw new TrialFailed('auth', code);
  if (status !== 404) throw new TrialFailed('refused', code);
  if (!isSigned) throw new TrialFailed('answer', 'signature');
  return { code, said: String(at(said, 'message') ?? '').slice(0, 120) };
}
