import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getGivenFields, systemSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('..', import.meta.url));

/** The file of the server whose code reads each setting; a key that nothing reads has no place on the page. */
const readers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  site: {
    name: 'compose.ts',
    timezone: 'session/profile.ts',
    defaultLocale: 'compose.ts',
    url: 'payments/pay-addresses.ts',
    maintenance: 'service/maintenance.ts',
    maintenanceText: 'service/maintenance.ts',
    uploadMaxMb: 'settings/read-upload-rules.ts',
  },
  appearance: Object.fromEntries(
    Object.keys(systemSettings.groups.appearance.fields).map((name) => [name, 'compose.ts']),
  ),
  loginSecurity: {
    adminSessionHours: 'session/sign-in.ts',
    idleMinutes: 'session/session-authenticator.ts',
    maxFailures: 'session/guess-guard.ts',
    lockMinutes: 'session/guess-guard.ts',
    captchaAfter: 'session/guess-guard.ts',
    passwordMin: 'session/new-password.ts',
    maxSessions: 'session/sign-in.ts',
    userSessionHours: 'service/calls/user.ts',
    adminForceTwoFactor: 'session/session-authenticator.ts',
    adminIpAllowlist: 'session/sign-in.ts',
  },
  content: {
    bannedWordsEnabled: 'operations/ai/word-check.ts',
    checkPrompt: 'operations/ai/word-check.ts',
    checkOutput: 'operations/ai/word-check.ts',
    stopOnHit: 'service/calls/config.ts',
    formatRejection: 'operations/ai/word-check.ts',
  },
  billing: {
    holdMinutes: 'service/calls/billing.ts',
    allowNegativeOnSettle: 'service/calls/billing.ts',
    negativeLimit: 'service/calls/billing.ts',
    lowBalanceNotice: 'service/calls/config.ts',
    adjustMax: 'operations/user/adjust-balance.ts',
  },
  approval: Object.fromEntries(
    Object.keys(systemSettings.groups.approval.fields).map((name) => [name, 'approvals/subject.ts']),
  ),
  outbound: {
    publicHosts: 'outbound/gate-policy.ts',
    privateHosts: 'outbound/gate-policy.ts',
    mediaHosts: 'outbound/media-hosts.ts',
  },
  membership: Object.fromEntries(
    Object.keys(systemSettings.groups.membership.fields).map((name) => [name, 'membership/membership-rules.ts']),
  ),
  pay: {
    ...Object.fromEntries(Object.keys(systemSettings.groups.pay.fields).map((name) => [name, 'orders/order-needs.ts'])),
    returnUrl: 'payments/pay-addresses.ts',
    sandboxEnabled: 'payments/sandbox-adapter.ts',
    sandboxSecret: 'payments/sandbox-adapter.ts',
  },
  wechatPay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.wechatPay.fields)).map((name) => [
      name,
      'payments/wechat-pay-account.ts',
    ]),
  ),
  stripe: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.stripe.fields)).map((name) => [
      name,
      'payments/stripe-account.ts',
    ]),
  ),
  alipay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.alipay.fields)).map((name) => [
      name,
      'payments/alipay-account.ts',
    ]),
  ),
  epay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.epay.fields)).map((name) => [name, 'payments/epay-account.ts']),
  ),
  register: Object.fromEntries(
    Object.keys(systemSettings.groups.register.fields).map((name) => [name, 'rewards/register-terms.ts']),
  ),
  invite: Object.fromEntries(
    Object.keys(systemSettings.groups.invite.fields).map((name) => [name, 'rewards/invite-terms.ts']),
  ),
  sign: Object.fromEntries(
    Object.keys(systemSettings.groups.sign.fields).map((name) => [name, 'rewards/sign-terms.ts']),
  ),
  redeem: {
    maxErrorsPerHour: 'service/calls/redeem.ts',
    maxErrorsPerIpPerHour: 'service/calls/redeem.ts',
    codeLength: 'operations/market/generate-codes.ts',
    grouping: 'operations/market/generate-codes.ts',
  },
  privacy: {
    adminCanReadChats: 'operations/ai/chat-privacy.ts',
    adminCanExportChats: 'operations/ai/chat-privacy.ts',
    recordIp: 'session/login-log.ts',
  },
};

const groups = Object.entries(systemSettings.groups);
const keys = groups.flatMap(([group, { fields }]) =>
  Object.keys(getGivenFields(fields)).map((name) => [group, name] as const),
);

describe('every key of the system settings', () => {
  it('has a reader on the list, and the list names no other', () => {
    const listed = Object.entries(readers).flatMap(([group, names]) =>
      Object.keys(names).map((name) => `${group}.${name}`),
    );
    expect(listed.sort()).toEqual(keys.map(([group, name]) => `${group}.${name}`).sort());
  });

  it.each(keys)('%s.%s is read by the code that the list names', (group, name) => {
    const text = readFileSync(path.join(source, readers[group]?.[name] ?? ''), 'utf8');
    expect(text).toMatch(new RegExp(`read\\(\\s*'system',\\s*'${group}'`));
    if (group !== 'appearance') expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
