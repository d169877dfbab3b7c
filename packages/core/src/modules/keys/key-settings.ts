import { admins, defineSettings } from '../../definition/index.ts';
import { boolean, integer, tags } from '../../fields/index.ts';

const seconds = { zh: '秒', en: 's' };

/** Cooldown, disabling and probing of upstream keys. */
export const keySettings = defineSettings({
  name: 'keyPool',
  path: '/ai/api_key',
  label: { zh: '密钥池设置', en: 'Key pool settings' },
  roles: admins,
  groups: {
    rules: {
      label: { zh: '出错时', en: 'Key failures' },
      fields: {
        disableOn: tags(
          { zh: '立即停用', en: 'Disable immediately on' },
          {
            maxItems: 50,
            default: [
              '401',
              '403',
              '402',
              'invalid_api_key',
              'insufficient_quota',
              'billing_hard_limit_reached',
              'billing_not_active',
              'account_deactivated',
            ],
            help: { zh: '状态码或错误码，每项一个', en: 'One status or error code per entry.' },
          },
        ),
        coolOn: tags(
          { zh: '冷却', en: 'Cool down on' },
          {
            maxItems: 50,
            default: ['429', '529', 'timeout'],
            help: { zh: '其他错误只计入连续失败', en: 'Other errors count only as consecutive failures.' },
          },
        ),
        coolFirstSeconds: integer(
          { zh: '首次冷却', en: 'First cooldown' },
          {
            required: true,
            min: 1,
            max: 3600,
            default: 30,
            unit: seconds,
            help: { zh: '之后每次加倍', en: 'Doubles each time' },
          },
        ),
        coolMaxSeconds: integer(
          { zh: '冷却上限', en: 'Maximum cooldown' },
          {
            required: true,
            min: 1,
            max: 2_592_000,
            default: 600,
            unit: seconds,
            help: {
              zh: '加倍到此为止。上游要求更久时按上游的要求，最多 30 天',
              en: 'The doubling stops here. A longer rest that the provider asks for is honored, up to 30 days.',
            },
          },
        ),
        notify: boolean({ zh: '停用时通知管理员', en: 'Notify admins when a key is disabled' }, { default: true }),
      },
    },
    probe: {
      label: { zh: '探测', en: 'Probes' },
      help: {
        zh: '自动停用的密钥按间隔测试，通过后恢复',
        en: 'Tests auto-disabled keys at this interval and re-enables them when they pass.',
      },
      fields: {
        enabled: boolean({ zh: '启用', en: 'Probe' }, { default: true }),
        intervalSeconds: integer(
          { zh: '间隔', en: 'Interval' },
          { required: true, min: 10, max: 86_400, default: 300, unit: seconds },
        ),
        timeoutSeconds: integer(
          { zh: '测试超时', en: 'Test timeout' },
          { required: true, min: 1, max: 60, default: 10, unit: seconds },
        ),
      },
    },
    balance: {
      label: { zh: '上游余额', en: 'Upstream balances' },
      help: {
        zh: '选了余额查询方式的密钥按间隔查询；低于密钥的“余额提醒”时通知管理员',
        en: 'Checks keys that have a balance source at this interval. Admins are notified when a balance drops below the key’s threshold.',
      },
      fields: {
        enabled: boolean({ zh: '自动查询', en: 'Check automatically' }, { default: true }),
        intervalMinutes: integer(
          { zh: '间隔', en: 'Interval' },
          { required: true, min: 5, max: 1440, default: 60, unit: { zh: '分钟', en: 'min' } },
        ),
      },
    },
    lease: {
      label: { zh: '租用', en: 'Leases' },
      fields: {
        leaseSeconds: integer(
          { zh: '租用时长', en: 'Lease duration' },
          {
            required: true,
            min: 10,
            max: 86_400,
            default: 600,
            unit: seconds,
            help: { zh: '到时未上报则自动归还', en: 'Released automatically if nothing is reported by then.' },
          },
        ),
      },
    },
  },
});
