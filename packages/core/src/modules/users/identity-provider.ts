import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, connectionTestOutput, integer, secret, text } from '../../fields/index.ts';
import { guardedSwitch, switchState } from '../parts.ts';

const address = { max: 500, mono: true, pattern: 'https?://[^\\s?#]+' } as const;
const secretWords = { zh: '密钥', en: 'Secret' };

export const identityProvider = defineResource({
  name: 'identityProvider',
  path: '/expand/setting',
  title: 'name',
  label: { zh: '第三方登录', en: 'Sign-in provider' },
  help: {
    zh: '用户通过微信或任意 OpenID Connect 服务登录；平台服务通过服务接口 /identity 调用',
    en: 'Users sign in with WeChat or any OpenID Connect provider. Platform services use it through /identity.',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name' }, { required: true, unique: true, search: true, max: 64 }),
    code: text(
      { zh: '代号', en: 'Code' },
      {
        required: true,
        unique: true,
        write: 'create',
        search: true,
        mono: true,
        min: 2,
        max: 32,
        pattern: '[a-z][a-z0-9-]*',
        help: { zh: '平台的服务用它指明这一方式', en: 'Name that platform services use for this provider.' },
      },
    ),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      {
        oidc: { zh: 'OpenID Connect', en: 'OpenID Connect' },
        wechat: { zh: '微信网页与公众号', en: 'WeChat web and official account' },
        wechatMini: { zh: '微信小程序', en: 'WeChat mini program' },
      },
      { required: true, write: 'create', default: 'oidc' },
    ),
    clientId: text(
      { zh: '客户端 ID', en: 'Client ID' },
      { required: true, max: 256, mono: true, help: { zh: '微信填 AppID', en: 'For WeChat: the AppID.' } },
    ),
    secret: secret(secretWords, {
      write: 'create',
      required: true,
      max: 500,
      boundTo: ['issuer'],
      help: { zh: '只写入，不再显示；更换用“更换密钥”', en: 'Write-only. Use “Change the secret” to replace it.' },
    }),
    issuer: text(
      { zh: '签发者', en: 'Issuer' },
      {
        ...address,
        write: 'create',
        help: {
          zh: 'OpenID Connect 的 issuer，须与对方声明的逐字相同，包括末尾的斜线；微信留空。',
          en: 'Issuer of OpenID Connect, exactly as the provider names it, with or without the slash at its end. Leave empty for WeChat.',
        },
      },
    ),
    scope: text(
      { zh: '授权范围', en: 'Scope' },
      {
        max: 200,
        mono: true,
        read: 'detail',
        pattern: '[A-Za-z0-9_.:/ -]+',
        help: {
          zh: '留空用常用的：openid profile email，微信为 snsapi_login',
          en: 'Leave empty to use openid profile email, or snsapi_login for WeChat.',
        },
      },
    ),
    mayRegister: boolean(
      { zh: '可注册新用户', en: 'Allow new users to register' },
      {
        default: true,
        help: {
          zh: '关闭后只有已绑定的用户能用它登录',
          en: 'When off, only users who have linked it can sign in with it.',
        },
      },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 10, read: 'detail', unit: { zh: '秒', en: 's' } },
    ),
    status: switchState,
  },
  list: {
    columns: ['name', 'code', 'kind', 'clientId', 'mayRegister', 'status'],
    filters: ['kind', 'status'],
    sort: '-id',
  },
  form: [['name', 'code'], ['kind', 'clientId'], ['secret', 'issuer'], ['scope', 'timeoutSeconds'], ['mayRegister']],
  removal: 'final',
  stepUp: ['create', 'update'],
  access: { list: admins, get: admins, create: admins, update: admins, delete: admins },
  actions: {
    test: {
      on: 'record',
      label: { zh: '测试', en: 'Test' },
      help: {
        zh: '用一个无效的授权码请求对方：配置正确时，对方只会拒绝该授权码',
        en: 'Sends an invalid code. If the setup is correct, the provider rejects only the code.',
      },
      roles: admins,
      output: connectionTestOutput,
    },
    changeSecret: {
      on: 'record',
      label: { zh: '更换密钥', en: 'Change the secret' },
      help: { zh: '签发者只能连同密钥一起更换', en: 'The issuer can only be changed together with the secret.' },
      roles: admins,
      stepUp: true,
      input: {
        secret: secret(secretWords, { required: true, max: 500 }),
        issuer: text(
          { zh: '签发者', en: 'Issuer' },
          { ...address, help: { zh: '留空则不变', en: 'Leave empty to keep the current value.' } },
        ),
      },
    },
    ...guardedSwitch,
  },
});
export type IdentityProvider = RecordOf<typeof identityProvider>;
