import type { SettingsGroup } from '../../definition/index.ts';
import { choice, connectionTestOutput, integer, secret, text } from '../../fields/index.ts';

/** The web search engine for services. They use it through the service API and never see its key. */
export const webSearchGroup = {
  label: { zh: '联网搜索', en: 'Web search' },
  help: {
    zh: '填写地址后启用；平台的服务经服务接口 /search/web 查询，取用条数在“基础 AI 配置”里',
    en: 'Active once a URL is set. Platform services search through /search/web of the service API; the number of results is in the basic AI settings.',
  },
  sensitive: true,
  fields: {
    engine: choice(
      { zh: '接口', en: 'Interface' },
      {
        searxng: { zh: 'SearXNG', en: 'SearXNG' },
        brave: { zh: 'Brave', en: 'Brave' },
        tavily: { zh: 'Tavily', en: 'Tavily' },
        bocha: { zh: '博查', en: 'Bocha' },
      },
      { required: true, default: 'searxng' },
    ),
    endpoint: text(
      { zh: '地址', en: 'Address' },
      {
        max: 500,
        mono: true,
        pattern: 'https?://[^\\s]+',
        help: { zh: '完整的接口地址', en: 'The full endpoint URL.' },
      },
    ),
    key: secret({ zh: '密钥', en: 'Key' }, { max: 500, boundTo: ['endpoint'] }),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 1, max: 30, default: 8, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    query: {
      label: { zh: '试搜', en: 'Test search' },
      input: { query: text({ zh: '查询', en: 'Query' }, { required: true, max: 200 }) },
      output: {
        ...connectionTestOutput,
        found: integer({ zh: '结果数', en: 'Results' }),
        results: text({ zh: '结果', en: 'Found' }),
        title: text({ zh: '标题', en: 'Title' }),
        url: text({ zh: '网址', en: 'URL' }),
      },
    },
  },
} as const satisfies SettingsGroup;
