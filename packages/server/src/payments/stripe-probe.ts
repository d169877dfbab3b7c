import { at, refusalOf, TrialFailed } from '../outbound/index.ts';
import { noSuchOrder } from './pay-addresses.ts';
import type { ProbeAnswer } from './payment-adapter.ts';
import { readStripe, type StripeNeeds } from './stripe-account.ts';
import { askStripe } from './stripe-api.ts';
import { paymentSearch } from './stripe-checkout.ts';

/** Asks about an order that is not there, as orders are asked about: with a right key there is nothing to find. */
export async function probeStripe({ settings, gate }: Pick<StripeNeeds, 'settings' | 'gate'>): Promise<ProbeAnswer> {
  const account = await readStripe(settings);
  if (!account.secretKey || !account.webhookSecret) throw new TrialFailed('off');
  const { status, said } = await askStripe(gate, account, paymentSearch(noSuchOrder));
  const refusal = refusalOf(status);
  if (refusal) throw refusal;
  const found = at(said, 'data');
  if (!Array.isArray(found)) throw new TrialFailed('answer');
  return { code: String(status), said: `${found.length} payments` };
}
