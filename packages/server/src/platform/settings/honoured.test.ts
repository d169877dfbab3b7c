import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { getGivenFields, systemSettings } from '@gantry/core';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../..', import.meta.url));

/** The file that reads each setting. A key that nothing reads does not belong on the page. */
const readers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  site: {
    name: 'create-server.ts',
    timezone: 'modules/auth/session-routes.ts',
    defaultLocale: 'create-server.ts',
    url: 'modules/payments/pay-addresses.ts',
    maintenance: 'platform/settings/settings-reader.ts',
    maintenanceText: 'platform/settings/settings-reader.ts',
    uploadMaxMb: 'platform/settings/settings-reader.ts',
  },
  appearance: Object.fromEntries(
    Object.keys(systemSettings.groups.appearance.fields).map((name) => [name, 'create-server.ts']),
  ),
  loginSecurity: {
    adminSessionHours: 'modules/auth/sign-in.ts',
    idleMinutes: 'modules/auth/session-authenticator.ts',
    maxFailures: 'modules/auth/guess-guard.ts',
    lockMinutes: 'modules/auth/guess-guard.ts',
    captchaAfter: 'modules/auth/guess-guard.ts',
    passwordMin: 'modules/auth/password/new-password.ts',
    maxSessions: 'modules/auth/sign-in.ts',
    userSessionHours: 'modules/users/service-calls/user.ts',
    adminForceTwoFactor: 'modules/auth/session-authenticator.ts',
    adminIpAllowlist: 'modules/auth/sign-in.ts',
  },
  content: {
    bannedWordsEnabled: 'modules/moderation/word-check.ts',
    checkPrompt: 'modules/moderation/word-check.ts',
    checkOutput: 'modules/moderation/word-check.ts',
    stopOnHit: 'modules/clients/service-calls.ts',
    formatRejection: 'modules/moderation/word-check.ts',
  },
  billing: {
    holdMinutes: 'modules/billing/service-calls.ts',
    holdMaxMinutes: 'modules/billing/service-calls.ts',
    allowNegativeOnSettle: 'modules/billing/service-calls.ts',
    negativeLimit: 'modules/billing/service-calls.ts',
    lowBalanceNotice: 'modules/clients/service-calls.ts',
    adjustMax: 'modules/users/admin-actions.ts',
  },
  approval: Object.fromEntries(
    Object.keys(systemSettings.groups.approval.fields).map((name) => [
      name,
      'modules/risk/approvals/offer-subjects.ts',
    ]),
  ),
  outbound: {
    publicHosts: 'platform/outbound/gate.ts',
    privateHosts: 'platform/outbound/gate.ts',
    mediaHosts: 'platform/outbound/connection-test.ts',
  },
  membership: Object.fromEntries(
    Object.keys(systemSettings.groups.membership.fields).map((name) => [
      name,
      'modules/memberships/membership-rules.ts',
    ]),
  ),
  pay: {
    ...Object.fromEntries(
      Object.keys(systemSettings.groups.pay.fields).map((name) => [name, 'modules/orders/order-deps.ts']),
    ),
    returnUrl: 'modules/payments/pay-addresses.ts',
    sandboxEnabled: 'modules/payments/sandbox-adapter.ts',
    sandboxSecret: 'modules/payments/sandbox-adapter.ts',
  },
  wechatPay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.wechatPay.fields)).map((name) => [
      name,
      'modules/payments/wechat-pay/wechat-pay-account.ts',
    ]),
  ),
  stripe: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.stripe.fields)).map((name) => [
      name,
      'modules/payments/stripe/stripe-account.ts',
    ]),
  ),
  alipay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.alipay.fields)).map((name) => [
      name,
      'modules/payments/alipay/alipay-api.ts',
    ]),
  ),
  epay: Object.fromEntries(
    Object.keys(getGivenFields(systemSettings.groups.epay.fields)).map((name) => [
      name,
      'modules/payments/epay/epay-adapter.ts',
    ]),
  ),
  register: Object.fromEntries(
    Object.keys(systemSettings.groups.register.fields).map((name) => [
      name,
      'modules/rewards/registration/register-rules.ts',
    ]),
  ),
  invite: Object.fromEntries(
    Object.keys(systemSettings.groups.invite.fields).map((name) => [name, 'modules/rewards/invites/invite-rows.ts']),
  ),
  sign: Object.fromEntries(
    Object.keys(systemSettings.groups.sign.fields).map((name) => [name, 'modules/rewards/check-in/sign-reward.ts']),
  ),
  redeem: {
    maxErrorsPerHour: 'modules/redeem/service-calls.ts',
    maxErrorsPerIpPerHour: 'modules/redeem/service-calls.ts',
    codeLength: 'modules/redeem/generate-codes.ts',
    grouping: 'modules/redeem/generate-codes.ts',
  },
  privacy: {
    adminCanReadChats: 'modules/chats/chat-thread.ts',
    adminCanExportChats: 'modules/chats/chat-thread.ts',
    recordIp: 'modules/auth/login-log.ts',
  },
};

const groups = Object.entries(systemSettings.groups);
const keys = groups.flatMap(([group, { fields }]) =>
  Object.keys(getGivenFields(fields)).map((name) => [group, name] as const),
);

describe('every key of the system settings', () => {
  it('is listed with the file that reads it, and no other key is listed', () => {
    const listed = Object.entries(readers).flatMap(([group, names]) =>
      Object.keys(names).map((name) => `${group}.${name}`),
    );
    expect(listed.sort()).toEqual(keys.map(([group, name]) => `${group}.${name}`).sort());
  });

  it.each(keys)('%s.%s is read by the listed file', (group, name) => {
    const text = readFileSync(path.join(source, readers[group]?.[name] ?? ''), 'utf8');
    expect(text).toMatch(new RegExp(`read\\(\\s*'system',\\s*'${group}'`));
    if (group !== 'appearance') expect(text).toMatch(new RegExp(`\\b${name}\\b`));
  });
});
