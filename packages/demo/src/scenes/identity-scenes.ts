import { randomBytes } from 'node:crypto';
import { createFingerprints, linkAccount } from '../../../server/src/modules/users/identities/account.ts';
import { openProvider } from '../../../server/src/modules/users/identities/provider.ts';
import type { Scene, Script } from '../scene.ts';

const providers = [
  { name: '微信扫码登录', code: 'wechat', kind: 'wechat', clientId: 'wx4f28b4b2dc000001' },
  { name: '微信小程序', code: 'wechat-mini', kind: 'wechatMini', clientId: 'wx4f28b4b2dc000002', mayRegister: false },
  {
    name: '企业账号',
    code: 'company',
    kind: 'oidc',
    clientId: 'dawn-platform',
    issuer: 'https://login.example.com/realms/staff',
    mayRegister: false,
  },
];

/** The example number of the standard, which belongs to no one. */
const papers = { realName: '陈思远', idCard: '11010519491231002X' };

/** The owner enables sign-in providers; users of WeChat have linked it. No provider is called. */
export function identityScenes({ stage, cast, activity, random, days }: Script): Scene[] {
  const make = async () => {
    for (const provider of providers)
      await stage.call(
        '/identity-provider/create',
        { ...provider, secret: randomBytes(16).toString('hex') },
        cast.owner,
      );
    const company = await getRow('company');
    await stage.call('/identity-provider/disable', { id: Number(company.id) }, cast.owner);
  };
  const getRow = (code: string) =>
    stage.foundation.database.read
      .selectFrom('identity_providers')
      .selectAll()
      .where('code', '=', code)
      .executeTakeFirstOrThrow();
  const link = async () => {
    const { database } = stage.foundation;
    const { keyring } = stage.deps;
    const provider = openProvider(keyring, await getRow('wechat'));
    const linked = database.read.selectFrom('user_identities').select('user_id');
    const people = await database.read
      .selectFrom('users')
      .select('id')
      .where('source', '=', 'wechat')
      .where('id', 'not in', linked)
      .execute();
    for (const { id } of people) {
      const account = { subject: `o${randomBytes(20).toString('base64url')}`, unionId: null, name: null, email: null };
      await database.transaction((tx) => {
        const scope = { tx, dialect: database.dialect, at: stage.now() };
        return linkAccount(scope, id, provider, account, createFingerprints(provider, account, keyring));
      });
    }
  };
  const verify = async () => {
    const best = await stage.foundation.database.read
      .selectFrom('users')
      .select('id')
      .where('status', '=', 'active')
      .orderBy('total_paid', 'desc')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await stage.call('/user/verify', { id: best.id, ...papers }, cast.owner);
  };
  const visits = Array.from({ length: days }, (_, day) => activity.start + (day + 1) * 86_400_000 - 7_200_000);
  const made = activity.work(3);
  const minutes = () => random.integer(0, 3_600_000);
  return [
    { at: made, play: make },
    { at: activity.work(days - 1), play: verify },
    ...visits
      .map((at) => at + minutes())
      .filter((at) => at > made && at < activity.end)
      .map((at) => ({ at, play: link })),
  ];
}
