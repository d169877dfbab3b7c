import { admins, defineSettings } from '../../definition/index.ts';
import { boolean, choice, choices, color, image, markdown, paragraph, tags, text } from '../../fields/index.ts';

/** Features of the public clients, each of which can be disabled for everyone. */
const capabilities = {
  chat: { zh: '对话', en: 'Chat' },
  draw: { zh: '绘画', en: 'Drawing' },
  video: { zh: '视频', en: 'Video' },
  ppt: { zh: 'PPT', en: 'Slides' },
  music: { zh: '音乐', en: 'Music' },
  write: { zh: '写作', en: 'Writing' },
  mindMap: { zh: '思维导图', en: 'Mind maps' },
  pdf: { zh: 'PDF 解析', en: 'PDF' },
  know: { zh: '知识库', en: 'Knowledge bases' },
  agent: { zh: '智能体', en: 'Agents' },
  app: { zh: '小应用', en: 'Apps' },
  signIn: { zh: '签到', en: 'Daily check-in' },
  invite: { zh: '邀请', en: 'Invites' },
  redeem: { zh: '兑换码', en: 'Redeem codes' },
} as const;

const languages = { 'zh-CN': { zh: '中文', en: 'Chinese' }, 'en-US': { zh: '英文', en: 'English' } } as const;

const switchOn = { default: true } as const;

/** Configuration of the public clients. Changes are a draft until a version is published. */
export const frontSettings = defineSettings({
  name: 'front',
  path: '/expand/config',
  first: true,
  draftOf: { resource: 'frontVersion', publish: 'publish' },
  label: { zh: '前端配置草稿', en: 'Front-end config draft' },
  roles: admins,
  groups: {
    brand: {
      label: { zh: '品牌', en: 'Brand' },
      help: { zh: '保存后仍是草稿，发布版本后客户端才会读到', en: 'Draft. Publish a version to make it live' },
      fields: {
        siteName: text({ zh: '站点名称', en: 'Site name' }, { required: true, max: 40, default: 'Gantry' }),
        slogan: text({ zh: '标语', en: 'Slogan' }, { max: 80 }),
        logo: image({ zh: '标志', en: 'Logo' }),
        favicon: image({ zh: '网站图标', en: 'Favicon' }),
        themeColor: color({ zh: '主题色', en: 'Theme color' }, { required: true, default: '#165DFF' }),
        defaultTheme: choice(
          { zh: '默认主题', en: 'Default theme' },
          { light: { zh: '亮色', en: 'Light' }, dark: { zh: '暗色', en: 'Dark' } },
          { required: true, default: 'light' },
        ),
        defaultLocale: choice({ zh: '默认语言', en: 'Default language' }, languages, {
          required: true,
          default: 'zh-CN',
        }),
        locales: choices({ zh: '提供的语言', en: 'Available languages' }, languages, {
          required: true,
          default: ['zh-CN', 'en-US'],
          help: {
            zh: '客户端让人选择这些语言；默认语言须在其中',
            en: 'Languages that clients offer. Must include the default language.',
          },
        }),
      },
    },
    home: {
      label: { zh: '首页', en: 'Home page' },
      fields: {
        welcome: markdown({ zh: '欢迎语', en: 'Welcome' }, { max: 4000 }),
        bannerEnabled: boolean({ zh: '显示轮播图', en: 'Show the carousel' }, switchOn),
        defaultPage: text({ zh: '默认页面', en: 'Default page' }, { max: 120, pattern: '/[^\\s]*' }),
        showFooter: boolean({ zh: '显示页脚', en: 'Show the footer' }, switchOn),
      },
    },
    assets: {
      label: { zh: '资产名称', en: 'Asset names' },
      fields: {
        coinName: text({ zh: '货币叫作', en: 'Name of coins' }, { required: true, max: 20, default: '积分' }),
        computeName: text({ zh: '算力叫作', en: 'Name of compute' }, { required: true, max: 20, default: '算力' }),
        hideCoin: boolean({ zh: '隐藏货币', en: 'Hide coins' }),
        hideCompute: boolean({ zh: '隐藏算力', en: 'Hide compute' }),
      },
    },
    legal: {
      label: { zh: '协议与备案', en: 'Legal' },
      fields: {
        company: text({ zh: '公司名称', en: 'Company' }, { max: 100 }),
        icp: text({ zh: 'ICP 备案号', en: 'ICP number' }, { max: 60 }),
        police: text({ zh: '公安备案号', en: 'Public security filing number' }, { max: 60 }),
        userAgreement: markdown({ zh: '用户协议', en: 'User agreement' }, { max: 20_000 }),
        privacyPolicy: markdown({ zh: '隐私政策', en: 'Privacy policy' }, { max: 20_000 }),
        agreementAutoOpen: boolean({ zh: '首次访问弹出协议', en: 'Open the agreement on the first visit' }),
      },
    },
    contact: {
      label: { zh: '联系方式', en: 'Contact' },
      fields: {
        qr: image({ zh: '客服二维码', en: 'Support QR code' }),
        email: text({ zh: '邮箱', en: 'Email' }, { max: 254, pattern: '[^\\s@]+@[^\\s@]+\\.[^\\s@]+' }),
        qq: text({ zh: 'QQ', en: 'QQ' }, { max: 20, pattern: '\\d+' }),
        wechat: text({ zh: '微信', en: 'WeChat' }, { max: 60 }),
      },
    },
    features: {
      label: { zh: '功能开关', en: 'Features' },
      fields: {
        chat: boolean(capabilities.chat, switchOn),
        draw: boolean(capabilities.draw, switchOn),
        video: boolean(capabilities.video, switchOn),
        ppt: boolean(capabilities.ppt, switchOn),
        music: boolean(capabilities.music, switchOn),
        write: boolean(capabilities.write, switchOn),
        mindMap: boolean(capabilities.mindMap, switchOn),
        pdf: boolean(capabilities.pdf, switchOn),
        know: boolean(capabilities.know, switchOn),
        agent: boolean(capabilities.agent, switchOn),
        app: boolean(capabilities.app, switchOn),
        signIn: boolean(capabilities.signIn, switchOn),
        invite: boolean(capabilities.invite, switchOn),
        redeem: boolean(capabilities.redeem, switchOn),
      },
    },
    seo: {
      label: { zh: '搜索引擎', en: 'Search engines' },
      fields: {
        title: text({ zh: '标题', en: 'Title' }, { max: 80 }),
        keywords: tags({ zh: '关键词', en: 'Keywords' }, { maxItems: 20 }),
        description: paragraph({ zh: '描述', en: 'Description' }, { max: 200 }),
        headHtml: paragraph(
          { zh: '页头标签', en: 'Custom <head> tags' },
          {
            sensitive: true,
            max: 4000,
            help: {
              zh: '站点验证等 <meta> 与 <link> 标签，原样交给客户端放进页面；管理后台自己不加载。脚本写在“统计”里',
              en: '<meta> and <link> elements for site verification, passed to clients unchanged. This console never loads them. Put scripts under “Analytics”.',
            },
          },
        ),
      },
    },
    analytics: {
      label: { zh: '统计', en: 'Analytics' },
      help: {
        zh: '由平台的客户端放进页面；管理后台自己不加载',
        en: 'Platform clients add it to their pages. This console never loads it.',
      },
      sensitive: true,
      fields: {
        baiduSiteId: text(
          { zh: '百度统计站点 ID', en: 'Baidu Tongji site ID' },
          {
            max: 32,
            mono: true,
            pattern: '[0-9a-f]{32}',
            help: { zh: '统计代码里 hm.js? 后面的 32 位', en: 'The 32 characters after hm.js? in the tracking code.' },
          },
        ),
        code: paragraph(
          { zh: '统计代码', en: 'Code' },
          {
            max: 4000,
            help: {
              zh: '其他统计服务的 <script> 标签，原样交给客户端',
              en: '<script> elements of another analytics service, passed to clients unchanged.',
            },
          },
        ),
      },
    },
    render: {
      label: { zh: '展示', en: 'Display' },
      fields: {
        watermark: boolean({ zh: '页面水印', en: 'Watermark' }),
        streamCache: boolean({ zh: '流式输出缓冲', en: 'Buffer streamed text' }, switchOn),
      },
    },
  },
});
