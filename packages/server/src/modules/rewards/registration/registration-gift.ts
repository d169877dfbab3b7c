import type { TxContext } from '../../../platform/store/tx-context.ts';
import { type Asset, grant, type Operator } from '../../ledger/index.ts';
import { computeExpiry } from '../calendar-day.ts';
import { createHashMailbox } from '../same-mailbox.ts';
import type { RegisterTerms } from './register-rules.ts';

export interface NewPerson {
  readonly userId: number;
  readonly email: string | null;
  readonly phone: string | null;
  readonly operator: Operator;
  /** A keyed hash of a contact. */
  readonly hash: (contact: string) => string;
}

export type Gift = readonly { readonly asset: Asset; readonly amount: number }[];

/** Grants a new user the registration gift, in its own lots and in the registration's transaction. */
export async function giveRegistrationGift(scope: TxContext, person: NewPerson, terms: RegisterTerms): Promise<Gift> {
  const hash = hashContact(person);
  if (terms.giftOncePerEmail && hash === null) return [];
  const isEarly = await isEarlyUser(scope, terms);
  const coin = terms.giftCoin + (isEarly ? terms.firstNCoin : 0);
  const compute = terms.giftCompute + (isEarly ? terms.firstNCompute : 0);
  if (coin + compute === 0) return [];
  const stored = { contact_hash: terms.giftOncePerEmail ? hash : null, early: Number(isEarly), coin, compute };
  const added = await scope.tx
    .insertInto('registration_gifts')
    .values({ user_id: person.userId, ...stored, created_at: scope.at })
    .onConflict((conflict) => conflict.column('contact_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!added) return [];
  const gift = [['coin', coin] as const, ['compute', compute] as const]
    .filter(([, amount]) => amount > 0)
    .map(([asset, amount]) => ({ asset, amount }));
  for (const part of gift) await post(scope, person, added.id, part, computeExpiry(scope.at, terms.giftDays));
  return gift;
}

/**
 * The hash of the contact that the gift is bound to: the email address, otherwise the phone number; null when there is neither.
 */
function hashContact({ email, phone, hash }: NewPerson): string | null {
  const mailbox = createHashMailbox(hash)(email);
  if (mailbox !== null) return mailbox;
  return phone === null ? null : hash(`phone:${phone}`);
}

/** Whether the user is one of the first. Counts under a lock until there are enough. */
async function isEarlyUser({ tx, dialect }: TxContext, { firstN, firstNCoin, firstNCompute }: RegisterTerms) {
  if (firstN === 0 || firstNCoin + firstNCompute === 0) return false;
  const checkEarly = async () => {
    const { given } = await tx
      .selectFrom('registration_gifts')
      .select(({ fn }) => fn.countAll().as('given'))
      .where('early', '=', 1)
      .executeTakeFirstOrThrow();
    return Number(given);
  };
  if ((await checkEarly()) >= firstN) return false;
  await dialect.lock(tx, 'early registrations');
  return (await checkEarly()) < firstN;
}

async function post(
  scope: TxContext,
  { userId, operator }: NewPerson,
  giftId: number,
  { asset, amount }: Gift[number],
  expiresAt: number | null,
): Promise<void> {
  const transactionId = `register:${userId}:${asset}`;
  const cause = { transactionId, cause: 'gift', causeId: `register:${userId}`, operator } as const;
  const lot = { source: 'gift', sourceId: giftId, expiresAt } as const;
  const made = await grant(scope, { userId, asset, amount, lot }, cause);
  if (!made) throw new Error('a registration was rewarded before it was made');
}
