import { ConnectionTestError, getPath, toRejection } from '../../../platform/outbound/index.ts';
import { noSuchOrder } from '../pay-addresses.ts';
import type { ProbeAnswer } from '../payment-adapter.ts';
import { readStripe, type StripeDeps } from './stripe-account.ts';
import { callStripe } from './stripe-api.ts';
import { createPaymentSearch } from './stripe-checkout.ts';

/** Asks about an order that is not there, as orders are asked about: with a right key there is nothing to find. */
export async function probeStripe({
  settings,
  outbound,
}: Pick<StripeDeps, 'settings' | 'outbound'>): Promise<ProbeAnswer> {
  const account = await readStripe(settings);
  if (!account.secretKey || !account.webhookSecret) throw new ConnectionTestError('off');
  const { status, said } = await callStripe(outbound, account, createPaymentSearch(noSuchOrder));
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const found = getPath(said, 'data');
  if (!Array.isArray(found)) throw new ConnectionTestError('answer');
  return { code: String(status), said: `${found.length} payments` };
}
