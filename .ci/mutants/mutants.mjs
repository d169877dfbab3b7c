/**
 * A fault to introduce: a source text that occurs exactly once, its replacement, and the tests that must fail. If they pass, they
 * do not cover this code.
 * @typedef {{ name: string, file: string, find: string, put: string, tests: string[] }} Mutant
 */

const server = 'packages/server/src';
const core = 'packages/core/src';

/** @type {Mutant[]} */
export const mutants = [
  // Money
  {
    name: 'a-hold-ends-twice',
    file: `${server}/modules/ledger/place-hold.ts`,
    find: "      .where('status', '=', slot('from'))\n",
    put: '',
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'a-posting-is-claimed-twice',
    file: `${server}/modules/ledger/posting.ts`,
    find: "conflict.column('transaction_id').doNothing()",
    put: "conflict.column('transaction_id').doUpdateSet({ cause_id: causeId })",
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'no-counter-entry',
    file: `${server}/modules/ledger/posting.ts`,
    find: 'delta: wallet.balance - balance, balance_after: null',
    put: 'delta: 0, balance_after: null',
    tests: [`${server}/modules/ledger/histories.test.ts`],
  },
  {
    name: 'the-shown-balance-stays',
    file: `${server}/modules/ledger/posting.ts`,
    find: 'showBalance[wallet.asset]({ balance, userId',
    put: 'showBalance[wallet.asset]({ balance: wallet.balance, userId',
    tests: [`${server}/modules/ledger/histories.test.ts`],
  },
  {
    name: 'held-points-are-free',
    file: `${server}/modules/ledger/lots.ts`,
    find: 'free: row.remaining - row.held }));',
    put: 'free: row.remaining }));',
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'lots-in-any-order',
    file: `${server}/modules/ledger/lots.ts`,
    find: 'case when l.expires_at is null then 1 else 0 end',
    put: 'case when l.expires_at is null then 0 else 1 end',
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'lots-that-ended-are-spent',
    file: `${server}/modules/ledger/lots.ts`,
    find: "where('l.expires_at', '>', at)])",
    put: "where('l.expires_at', '>', 0)])",
    tests: [`${server}/modules/ledger/histories.test.ts`, `${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'limited-points-serve-all',
    file: `${server}/modules/ledger/lots.ts`,
    find: 'return capability !== null && Array.isArray(list) && list.includes(capability);',
    put: 'return Array.isArray(list);',
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'the-owner-is-not-held',
    file: `${server}/modules/ledger/posting.ts`,
    find: "await (dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();",
    put: 'await (dialect.kind ? query : query).executeTakeFirst();',
    tests: [`${server}/modules/ledger/ledger.test.ts`, `${server}/modules/ledger/concurrent-operations.test.ts`],
  },
  {
    name: 'debts-without-limit',
    file: `${server}/modules/ledger/capture-hold.ts`,
    find: 'Math.min(extra.short, Math.max(0, debtLimit - wallet.debt))',
    put: 'extra.short + Math.min(0, debtLimit)',
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'a-release-keeps-the-lots',
    file: `${server}/modules/ledger/release-hold.ts`,
    find: 'await changeLot(scope, lotId, { held: -amount });',
    put: 'await changeLot(scope, lotId, { held: 0 * amount });',
    tests: [`${server}/modules/ledger/histories.test.ts`],
  },
  {
    name: 'whoever-is-banned-may-hold',
    file: `${server}/modules/ledger/place-hold.ts`,
    find: "if (wallet.ownerStatus !== 'active')",
    put: "if (wallet.ownerStatus === 'nobody')",
    tests: [`${server}/modules/ledger/ledger.test.ts`],
  },
  {
    name: 'a-code-is-not-held',
    file: `${server}/modules/redeem/code-text.ts`,
    find: "lock && dialect.kind === 'postgres' ? query.forUpdate() : query",
    put: 'lock && dialect.kind ? query : query',
    tests: [`${server}/modules/redeem/redeem.test.ts`],
  },
  {
    name: 'a-code-has-no-end-of-uses',
    file: `${server}/modules/redeem/redeem.ts`,
    find: 'Number(code.used_count) >= Number(code.max_uses)',
    put: 'Number(code.used_count) > Number(code.max_uses)',
    tests: [`${server}/modules/redeem/redeem.test.ts`],
  },
  {
    name: 'any-amount-pays',
    file: `${server}/modules/orders/payment/apply-payment.ts`,
    find: 'Math.abs(word.amount - order.payable) > rules.pay.amountToleranceFen',
    put: 'word.amount > order.payable',
    tests: [`${server}/modules/orders/orders.test.ts`],
  },
  {
    name: 'any-channel-pays',
    file: `${server}/modules/orders/payment/apply-payment.ts`,
    find: "word.kind !== 'manual' && word.channel !== order.channel",
    put: "word.kind === 'refund' && word.channel !== order.channel",
    tests: [`${server}/modules/payments/gateway-manners.test.ts`, `${server}/modules/orders/orders.test.ts`],
  },
  {
    name: 'a-paid-order-is-paid-again',
    file: `${server}/modules/orders/payment/apply-payment.ts`,
    find: "if (order.status !== 'pending' && order.status !== 'closed')",
    put: "if (order.status === 'refunded')",
    tests: [`${server}/modules/orders/orders.test.ts`],
  },
  {
    name: 'old-notices-are-believed',
    file: `${server}/modules/payments/sandbox-adapter.ts`,
    find: 'Math.abs(now - Number(timestamp) * 1000) > maxClockDifferenceMs',
    put: 'Number(timestamp) * 1000 > now + maxClockDifferenceMs',
    tests: [`${server}/modules/orders/orders.test.ts`],
  },
  {
    name: 'unsigned-notices-are-believed',
    file: `${server}/modules/payments/sandbox-adapter.ts`,
    find: "if (!isSameText(headers[sandboxSignatureHeader] ?? '', expected))",
    put: 'if (!isSameText(headers[sandboxSignatureHeader] ?? expected, expected))',
    tests: [`${server}/modules/orders/orders.test.ts`],
  },
  {
    name: 'more-goes-back-than-came',
    file: `${server}/modules/orders/refunds/start-refund.ts`,
    find: "if (amount > order.paid - order.refunded) return 'more';",
    put: "if (amount > order.paid) return 'more';",
    tests: [`${server}/modules/orders/refunds/refunds.test.ts`],
  },
  {
    name: 'an-order-is-not-held',
    file: `${server}/modules/orders/order-rows.ts`,
    find: "await (dialect.kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();",
    put: 'await (dialect.kind ? query : query).executeTakeFirst();',
    tests: [`${server}/modules/orders/refunds/refunds.test.ts`, `${server}/modules/orders/orders.test.ts`],
  },
  // Writes
  {
    name: 'a-key-counts-for-any-body',
    file: `${server}/platform/audit/idempotency.ts`,
    find: 'stored.call !== call.call || stored.body_hash !== call.bodyHash',
    put: 'stored.call !== call.call',
    tests: [`${server}/platform/audit/run-write.test.ts`],
  },
  {
    name: 'no-audit-row',
    file: `${server}/platform/audit/run-write.ts`,
    find: 'const drafts = [result.audit ?? []].flat();',
    put: 'const drafts = [result.audit ?? []].flat().slice(1);',
    tests: [`${server}/platform/audit/run-write.test.ts`],
  },
  {
    name: 'a-chain-without-links',
    file: `${server}/platform/audit/chain.ts`,
    find: "['seal', previous, seal.position",
    put: "['seal', '', seal.position",
    tests: [`${server}/platform/audit/audit-trail.test.ts`],
  },
  {
    name: 'commits-that-are-not-on-the-disk',
    file: `${server}/platform/store/sqlite/open-sqlite.ts`,
    find: "writer.pragma('synchronous = full');",
    put: "writer.pragma('synchronous = normal');",
    tests: [`${server}/platform/store/store.test.ts`],
  },
  // Sign-in and secrets
  {
    name: 'nobody-is-quicker-than-somebody',
    file: `${server}/modules/auth/password/password-hash.ts`,
    find: 'const fits = await turn(() => verify(stored ?? wanted + nobodys, normalizePassword(password)));',
    put: 'if (stored === null) return false;\n      const fits = await turn(() => verify(stored, normalizePassword(password)));',
    tests: [`${server}/modules/auth/password/password-hash.test.ts`],
  },
  {
    name: 'guesses-are-not-counted',
    file: `${server}/modules/auth/guess-guard.ts`,
    find: 'if (pair.tries > max) return pair;',
    put: 'if (pair.tries > max * 1000) return pair;',
    tests: [`${server}/modules/auth/sign-in.test.ts`],
  },
  {
    name: 'a-code-counts-twice',
    file: `${server}/modules/auth/two-factor/second-factor.ts`,
    find: ".where('totp_last_step', '<', step)",
    put: ".where('totp_last_step', '<=', step)",
    tests: [`${server}/modules/auth/two-factor/two-factor.test.ts`],
  },
  {
    name: 'a-picture-is-answered-twice',
    file: `${server}/modules/auth/captcha/captcha.ts`,
    find: "tx.deleteFrom('captchas').where('id_hash', '=', hashId(id)).returningAll()",
    put: "tx.selectFrom('captchas').where('id_hash', '=', hashId(id)).selectAll()",
    tests: [`${server}/modules/auth/captcha/captcha.test.ts`],
  },
  {
    name: 'no-turns-for-the-last-admin',
    file: `${server}/modules/auth/admin-rows.ts`,
    find: "await dialect.lock(tx, 'admins');",
    put: "await dialect.lock(tx, 'admins '.concat(String(Math.random())));",
    tests: [`${server}/modules/auth/admin-actions.test.ts`],
  },
  {
    name: 'a-tag-that-nobody-checks',
    file: `${server}/platform/secrets/envelope.ts`,
    find: 'opening.update(sealed.subarray(ivLength, tagAt)), opening.final()]',
    put: 'opening.update(sealed.subarray(ivLength, tagAt))]',
    tests: [`${server}/platform/secrets/envelope.test.ts`],
  },
  {
    name: 'a-sealed-value-opens-anywhere',
    file: `${server}/platform/secrets/envelope.ts`,
    find: 'Buffer.from(JSON.stringify([place.table, String(place.id), place.column, keyId]))',
    put: 'Buffer.from(JSON.stringify([place.table.slice(99), keyId]))',
    tests: [`${server}/platform/secrets/envelope.test.ts`],
  },
  // Input
  {
    name: 'redirects-lead-anywhere',
    file: `${server}/platform/outbound/gate.ts`,
    find: 'if (left <= 0 || place === undefined',
    put: 'if (place === undefined',
    tests: [`${server}/platform/outbound/gate.test.ts`],
  },
  {
    name: 'cells-that-a-spreadsheet-runs',
    file: `${core}/fields/csv-text.ts`,
    find: 'return formula.test(text) ?',
    put: 'return formula.test(text.slice(text.length)) ?',
    tests: [`${core}/fields/csv-text.test.ts`],
  },
];
