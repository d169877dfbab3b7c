import type { SettingsGroup } from '../definition/index.ts';
import { boolean, choice, integer, paragraph, secret, tags, text, tryOutput } from '../fields/index.ts';

/** A second look at what users write, after the banned words. */
export const moderationGroup = {
  label: { zh: '内容审核', en: 'Moderation' },
  help: {
    zh: '违禁词放行的文本再由此接口判断；接口与 OpenAI 的 /moderations 相同',
    en: 'What the banned words let through is judged here too, by an interface like OpenAI’s /moderations',
  },
  fields: {
    enabled: boolean({ zh: '启用', en: 'In use' }),
    endpoint: text(
      { zh: '接口地址', en: 'Address' },
      {
        max: 500,
        mono: true,
        pattern: 'https?://[^\\s]+',
        help: { zh: '完整地址，含 /moderations', en: 'Of the call itself, with /moderations' },
      },
    ),
    model: text({ zh: '模型', en: 'Model' }, { max: 100, mono: true }),
    key: secret({ zh: '密钥', en: 'Key' }, { max: 500, boundTo: ['endpoint'] }),
    blockOn: tags(
      { zh: '命中即拦截的类别', en: 'Categories that block' },
      { maxItems: 50, help: { zh: '留空表示任何类别', en: 'Empty means any' } },
    ),
    onError: choice(
      { zh: '接口出错时', en: 'When it fails' },
      { pass: { zh: '放行', en: 'Let through' }, block: { zh: '拦截', en: 'Block' } },
      { required: true, default: 'pass' },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 5, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    check: {
      label: { zh: '试一段文本', en: 'Try a text' },
      input: { text: paragraph({ zh: '文本', en: 'Text' }, { required: true, max: 4000 }) },
      output: {
        ...tryOutput,
        flagged: boolean({ zh: '被拦截', en: 'Would be blocked' }),
        categories: tags({ zh: '类别', en: 'Categories' }),
      },
    },
  },
} as const satisfies SettingsGroup;
