import { admins, defineSettings } from '../definition/index.ts';
import { boolean, choice, color, integer, paragraph, tags, text } from '../fields/index.ts';
import { membershipGroup } from './memberships/membership-group.ts';
import { alipayGroup } from './payments/alipay-group.ts';
import { epayGroup } from './payments/epay-group.ts';
import { payGroup } from './payments/pay-group.ts';
import { stripeGroup } from './payments/stripe-group.ts';
import { wechatPayGroup } from './payments/wechat-pay-group.ts';
import { rewardGroups } from './rewards/reward-settings.ts';
import { approvalGroup } from './risk/approval-group.ts';

const hours = { zh: '小时', en: 'h' };
const minutes = { zh: '分钟', en: 'min' };

/** System settings. The code that reads a key is named with it. */
export const systemSettings = defineSettings({
  name: 'system',
  path: '/form/group',
  label: { zh: '系统设置', en: 'System settings' },
  roles: admins,
  groups: {
    site: {
      label: { zh: '站点', en: 'Site' },
      fields: {
        name: text(
          { zh: '站点名称', en: 'Site name' },
          {
            required: true,
            max: 40,
            default: 'Gantry',
            help: { zh: '显示在导航栏与登录页', en: 'Shown in the navigation bar and on the sign-in page.' },
          },
        ),
        url: text(
          { zh: '站点网址', en: 'Site address' },
          {
            sensitive: true,
            max: 200,
            mono: true,
            pattern: 'https?://[^\\s/?#@]+(?:/[^\\s/?#]+)*',
            help: {
              zh: '本服务在公网上的地址，如 https://admin.example.com 或 https://example.com/gantry；支付渠道向它发通知',
              en: 'Public URL of this server, such as https://admin.example.com or https://example.com/gantry. Payment gateways send their notifications here.',
            },
          },
        ),
        timezone: text(
          { zh: '时区', en: 'Time zone' },
          {
            required: true,
            max: 64,
            timeZone: true,
            default: 'Asia/Shanghai',
            pattern: '[A-Za-z_]+(?:/[A-Za-z0-9_+-]+){0,2}',
            help: {
              zh: '一天从这个时区的零点开始；更改后在后台重建消费汇总',
              en: 'Days start at midnight in this time zone. Changing it rebuilds usage totals in the background.',
            },
          },
        ),
        defaultLocale: choice(
          { zh: '默认语言', en: 'Default language' },
          { 'zh-CN': { zh: '中文', en: 'Chinese' }, 'en-US': { zh: '英文', en: 'English' } },
          { required: true, default: 'zh-CN' },
        ),
        maintenance: boolean(
          { zh: '维护中', en: 'Under maintenance' },
          {
            help: {
              zh: '平台不再开始新的使用、订单、注册与领取；进行中的照常结束，控制台照常可用',
              en: 'Stops new usage, orders, registrations, and rewards. Running work finishes. The console stays available.',
            },
          },
        ),
        maintenanceText: paragraph(
          { zh: '维护提示', en: 'Maintenance message' },
          { max: 500, default: '平台维护中，请稍后再来。' },
        ),
        uploadMaxMb: integer(
          { zh: '上传上限', en: 'Maximum upload size' },
          {
            required: true,
            min: 1,
            max: 100,
            default: 50,
            unit: { zh: 'MB', en: 'MB' },
            help: {
              zh: '任何上传的文件；图片另有 5 MB 的上限，文档另有各自页面的上限，取较小的',
              en: 'Applies to every upload. Images are also limited to 5 MB and documents to the limit on their own page. The lower limit applies.',
            },
          },
        ),
      },
    },
    appearance: {
      label: { zh: '控制台外观', en: 'Console appearance' },
      help: {
        zh: '所有人的默认外观；每个人可以临时调整',
        en: 'Default appearance for everyone. Users can change it for themselves.',
      },
      fields: {
        theme: choice(
          { zh: '主题', en: 'Theme' },
          { light: { zh: '亮色', en: 'Light' }, dark: { zh: '暗色', en: 'Dark' } },
          { required: true, default: 'light' },
        ),
        themeColor: color({ zh: '主题色', en: 'Theme color' }, { required: true, default: '#165DFF' }),
        navbar: boolean({ zh: '导航栏', en: 'Navbar' }, { default: true }),
        menu: boolean({ zh: '菜单栏', en: 'Menu' }, { default: true }),
        topMenu: boolean({ zh: '顶部菜单栏', en: 'Top menu' }),
        footer: boolean({ zh: '底部', en: 'Footer' }, { default: true }),
        tabBar: boolean({ zh: '多页签', en: 'Tab bar' }, { default: true }),
        menuWidth: integer(
          { zh: '菜单宽度', en: 'Menu width' },
          { required: true, min: 160, max: 400, default: 220, unit: { zh: '像素', en: 'px' } },
        ),
        colorWeak: boolean({ zh: '色弱模式', en: 'Color blindness mode' }),
      },
    },
    loginSecurity: {
      label: { zh: '登录安全', en: 'Sign-in security' },
      sensitive: true,
      fields: {
        adminSessionHours: integer(
          { zh: '会话最长时间', en: 'Maximum session length' },
          { required: true, min: 1, max: 24, default: 12, unit: hours },
        ),
        idleMinutes: integer(
          { zh: '闲置退出', en: 'Idle timeout' },
          { required: true, min: 5, max: 720, default: 60, unit: minutes },
        ),
        maxFailures: integer(
          { zh: '失败上限', en: 'Failures allowed' },
          { required: true, min: 3, max: 20, default: 5 },
        ),
        lockMinutes: integer(
          { zh: '锁定时间', en: 'Lock for' },
          { required: true, min: 1, max: 1440, default: 15, unit: minutes },
        ),
        captchaAfter: integer(
          { zh: '几次失败后要验证码', en: 'Captcha after failures' },
          { required: true, min: 0, max: 10, default: 2 },
        ),
        passwordMin: integer(
          { zh: '密码最短长度', en: 'Minimum password length' },
          {
            required: true,
            min: 8,
            max: 64,
            default: 15,
            help: {
              zh: '启用两步验证的账号可短至 8 位',
              en: 'Accounts with two-factor authentication can use 8 characters.',
            },
          },
        ),
        maxSessions: integer(
          { zh: '每人会话上限', en: 'Sessions per user' },
          { required: true, min: 1, max: 50, default: 5 },
        ),
        userSessionHours: integer(
          { zh: '用户登录保持', en: 'User session lifetime' },
          {
            required: true,
            min: 1,
            max: 2160,
            default: 72,
            unit: hours,
            help: {
              zh: '平台用户的令牌多久后失效；更改只影响之后发出的令牌',
              en: 'How long tokens of platform users are valid. Changes apply only to new tokens.',
            },
          },
        ),
        adminForceTwoFactor: boolean({ zh: '强制两步验证', en: 'Two-factor for everyone' }),
        adminIpAllowlist: tags(
          { zh: '允许登录的 IP', en: 'Allowed IP addresses' },
          {
            help: {
              zh: '每项一个 IP 或 CIDR；留空不限制',
              en: 'One IP address or CIDR range per entry. Leave empty to allow any.',
            },
          },
        ),
      },
    },
    content: {
      label: { zh: '内容安全', en: 'Content safety' },
      fields: {
        bannedWordsEnabled: boolean({ zh: '启用违禁词', en: 'Enable banned words' }, { default: true }),
        checkPrompt: boolean(
          { zh: '检查用户输入', en: 'Check user input' },
          { default: true, help: { zh: '关闭后，输入直接放行', en: 'When off, the text passes unchanged.' } },
        ),
        checkOutput: boolean(
          { zh: '检查模型输出', en: 'Check model output' },
          { default: true, help: { zh: '关闭后，输出直接放行', en: 'When off, the text passes unchanged.' } },
        ),
        stopOnHit: boolean(
          { zh: '命中即停止输出', en: 'Stop at the first match' },
          {
            default: true,
            help: {
              zh: '平台的服务从配置快照得知：流式输出命中后立即停止，否则输出完再处理',
              en: 'Sent to services in the config snapshot. On: a streamed answer stops at the first hit. Off: the complete answer is checked.',
            },
          },
        ),
        formatRejection: paragraph(
          { zh: '拦截提示', en: 'Block message' },
          { max: 500, default: '内容包含违禁信息，请修改后再试。' },
        ),
      },
    },
    billing: {
      label: { zh: '计费', en: 'Billing' },
      sensitive: true,
      fields: {
        holdMinutes: integer(
          { zh: '冻结时长', en: 'Hold expires after' },
          {
            required: true,
            min: 1,
            max: 1440,
            default: 30,
            unit: minutes,
            help: { zh: '到时未结算则自动释放', en: 'Released automatically if not captured by then.' },
          },
        ),
        holdMaxMinutes: integer(
          { zh: '冻结最长时长', en: 'Maximum hold time' },
          {
            required: true,
            min: 1,
            max: 10_080,
            default: 1440,
            unit: minutes,
            help: {
              zh: '用 billing/extend 延长后，从冻结起最多可保留这么久',
              en: 'A hold that is extended with billing/extend lasts at most this long from when it was placed.',
            },
          },
        ),
        allowNegativeOnSettle: boolean(
          { zh: '结算可透支', en: 'Allow overdraft on capture' },
          {
            default: true,
            help: {
              zh: '实际用量超过冻结与余额时，记为欠额；欠额还清前不能再用',
              en: 'Usage above the hold and balance becomes debt. Further usage is blocked until it is repaid.',
            },
          },
        ),
        negativeLimit: integer(
          { zh: '透支上限', en: 'Overdraft limit' },
          { required: true, min: 0, max: 1_000_000_000, default: 1000, unit: { zh: '点', en: 'credits' } },
        ),
        lowBalanceNotice: integer(
          { zh: '余额不足提醒', en: 'Low balance alert at' },
          {
            required: true,
            min: 0,
            max: 1_000_000_000,
            default: 100,
            unit: { zh: '点', en: 'credits' },
            help: {
              zh: '平台的服务从配置快照得知：余额低于此数时提醒用户；0 为不提醒',
              en: 'Platform services read it from the config snapshot and notify users whose balance is lower. 0 means no reminder.',
            },
          },
        ),
        adjustMax: integer(
          { zh: '单次调整上限', en: 'Maximum adjustment' },
          {
            required: true,
            min: 1,
            max: 100_000_000,
            default: 1_000_000,
            unit: { zh: '点', en: 'credits' },
            help: {
              zh: '管理员一次最多增加或扣减的点数',
              en: 'Credits that one admin can add or remove in one request',
            },
          },
        ),
      },
    },
    approval: approvalGroup,
    pay: payGroup,
    alipay: alipayGroup,
    wechatPay: wechatPayGroup,
    epay: epayGroup,
    stripe: stripeGroup,
    outbound: {
      label: { zh: '外部访问', en: 'Outbound requests' },
      help: {
        zh: '服务器访问其他主机时的限制：内网、本机与云元数据地址一律拒绝',
        en: 'Limits for requests to other hosts. Private, local, and cloud metadata addresses are always rejected.',
      },
      sensitive: true,
      fields: {
        publicHosts: tags(
          { zh: '仅允许的公网主机', en: 'Only these public hosts' },
          {
            maxItems: 200,
            help: {
              zh: '每项一个域名，含其子域；留空不限制',
              en: 'One domain per entry, including its subdomains. Leave empty to allow all.',
            },
          },
        ),
        mediaHosts: tags(
          { zh: '可预览的媒体主机', en: 'Media hosts for previews' },
          {
            maxItems: 50,
            help: {
              zh: '控制台直接显示这些主机（https）上的图片、视频与音频，如作品所在的 CDN；其余只给链接',
              en: 'The console shows images, video, and audio from these https hosts, such as the CDN of works. Other media appear as links.',
            },
          },
        ),
        privateHosts: tags(
          { zh: '允许的内网主机', en: 'Allowed private hosts' },
          {
            maxItems: 100,
            help: {
              zh: '如本地模型：每项一个 主机、主机:端口、IP 或 CIDR；允许 http',
              en: 'For example a local model. One host, host:port, IP address, or CIDR range per entry. HTTP is allowed.',
            },
          },
        ),
      },
    },
    membership: membershipGroup,
    ...rewardGroups,
    privacy: {
      label: { zh: '隐私', en: 'Privacy' },
      sensitive: true,
      fields: {
        adminCanReadChats: boolean({ zh: '管理员可查看对话', en: 'Allow admins to read chats' }, { default: true }),
        adminCanExportChats: boolean({ zh: '管理员可导出对话', en: 'Allow admins to export chats' }),
        recordIp: boolean({ zh: '记录登录地址', en: 'Record addresses' }, { default: true }),
      },
    },
  },
});
