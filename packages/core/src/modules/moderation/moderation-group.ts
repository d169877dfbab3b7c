import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, connectionTestOutput, integer, paragraph, secret, tags, text } from '../../fields/index.ts';

/** An external check of user texts, after the banned words. */
export const moderationGroup = {
  label: { zh: '内容审核', en: 'Moderation' },
  help: {
    zh: '违禁词放行的文本再由服务商判断；长文本分段询问',
    en: 'Text that passes banned words is also checked by the provider, in parts if long',
  },
  sensitive: true,
  fields: {
    enabled: boolean({ zh: '启用', en: 'Enabled' }),
    provider: choice(
      { zh: '服务商', en: 'Provider' },
      {
        openai: { zh: 'OpenAI 兼容接口', en: 'OpenAI-compatible' },
        aliyun: { zh: '阿里云内容安全', en: 'Alibaba Cloud' },
        tencent: { zh: '腾讯云文本内容安全', en: 'Tencent Cloud' },
        baidu: { zh: '百度内容审核', en: 'Baidu Content Moderation' },
      },
      { required: true, default: 'openai' },
    ),
    endpoint: text(
      { zh: '接口地址', en: 'Address' },
      {
        max: 500,
        mono: true,
        pattern: 'https?://[^\\s]+',
        help: {
          zh: 'OpenAI 兼容接口须填完整地址，含 /moderations；其他留空用服务商自己的',
          en: 'The full URL including /moderations for an OpenAI-compatible API. Leave empty for other providers to use their default.',
        },
      },
    ),
    keyId: text(
      { zh: '密钥 ID', en: 'Key ID' },
      {
        max: 128,
        mono: true,
        help: {
          zh: '阿里云 AccessKey ID，腾讯云 SecretId，百度 API Key；OpenAI 兼容接口不需要',
          en: 'AccessKey ID (Alibaba Cloud), SecretId (Tencent Cloud), or API Key (Baidu). Not needed for an OpenAI-compatible API.',
        },
      },
    ),
    key: secret({ zh: '密钥', en: 'Key' }, { max: 500, boundTo: ['provider', 'endpoint'] }),
    model: text(
      { zh: '模型或策略', en: 'Model or policy' },
      {
        max: 100,
        mono: true,
        help: {
          zh: 'OpenAI 兼容接口的模型，阿里云的检测服务（留空为 llm_query_moderation），腾讯云的 BizType，百度的策略 ID',
          en: 'Model of an OpenAI-compatible API, detection service of Alibaba Cloud (default: llm_query_moderation), BizType of Tencent Cloud, or strategy ID of Baidu.',
        },
      },
    ),
    onSuspicion: choice(
      { zh: '疑似违规时', en: 'If uncertain' },
      { pass: { zh: '放行', en: 'Allowed' }, block: { zh: '拦截', en: 'Block' } },
      {
        required: true,
        default: 'pass',
        help: { zh: '服务商建议人工复审的文本', en: 'Text that the provider recommends for manual review' },
      },
    ),
    blockOn: tags(
      { zh: '命中即拦截的类别', en: 'Categories that block' },
      {
        maxItems: 50,
        help: {
          zh: '服务商的类别名；留空按服务商的结论',
          en: 'Category names of the provider. Leave empty to use its verdict.',
        },
      },
    ),
    onError: choice(
      { zh: '接口出错时', en: 'On API error' },
      { pass: { zh: '放行', en: 'Allowed' }, block: { zh: '拦截', en: 'Block' } },
      { required: true, default: 'pass' },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 5, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    check: {
      label: { zh: '试一段文本', en: 'Test a text' },
      input: { text: paragraph({ zh: '文本', en: 'Text' }, { required: true, max: 4000 }) },
      output: {
        ...connectionTestOutput,
        flagged: boolean({ zh: '被拦截', en: 'Would be blocked' }),
        categories: tags({ zh: '类别', en: 'Categories' }),
      },
    },
  },
} as const satisfies SettingsGroup;
