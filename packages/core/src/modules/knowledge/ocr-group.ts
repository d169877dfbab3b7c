import type { SettingsGroup } from '../../definition/index.ts';
import { boolean, choice, connectionTestOutput, integer, secret, text } from '../../fields/index.ts';

/** OCR service for pages without text. */
export const ocrGroup = {
  label: { zh: 'OCR 识别', en: 'OCR' },
  help: {
    zh: '没有文字层的页由此接口识别；文件会发往该接口',
    en: 'Reads pages without a text layer. The file is sent to this service.',
  },
  sensitive: true,
  fields: {
    enabled: boolean({ zh: '启用', en: 'Enabled' }),
    engine: choice(
      { zh: '接口', en: 'Interface' },
      {
        mistral: { zh: 'Mistral OCR', en: 'Mistral OCR' },
        vision: { zh: 'OpenAI 兼容视觉模型', en: 'OpenAI-compatible vision model' },
      },
      {
        required: true,
        default: 'mistral',
        help: {
          zh: '视觉模型识别每页的扫描图；没有整页图片的页仍读取文字层',
          en: 'A vision model reads the scanned image of each page. Pages without a full-page image keep their text layer.',
        },
      },
    ),
    endpoint: text(
      { zh: '地址', en: 'Address' },
      {
        max: 500,
        mono: true,
        pattern: 'https?://[^\\s]+',
        help: {
          zh: '完整地址，含 /v1/ocr 或 /v1/chat/completions',
          en: 'The full URL, including /v1/ocr or /v1/chat/completions.',
        },
      },
    ),
    model: text({ zh: '模型', en: 'Model' }, { required: true, max: 100, mono: true, default: 'mistral-ocr-latest' }),
    key: secret({ zh: '密钥', en: 'Key' }, { max: 500, boundTo: ['endpoint'] }),
    fallback: boolean(
      { zh: '自动识别无文字页', en: 'Also for pages without text' },
      {
        default: true,
        help: {
          zh: '读取文字层时，没有文字的页改用 OCR，按 OCR 计费；关闭则只在选 OCR 时用',
          en: 'When parsing by text layer, pages without text are read by OCR and charged as such. When off, OCR runs only where it is selected.',
        },
      },
    ),
    maxPages: integer(
      { zh: '每个文件最多页数', en: 'Maximum pages per file' },
      { required: true, min: 1, max: 5000, default: 100 },
    ),
    pagesAtOnce: integer(
      { zh: '每次调用页数', en: 'Pages per call' },
      {
        required: true,
        min: 1,
        max: 100,
        default: 10,
        help: {
          zh: '识别完一批才能取消；视觉模型每次一页',
          en: 'It can be canceled between calls. A vision model receives one page per call.',
        },
      },
    ),
    timeoutSeconds: integer(
      { zh: '超时', en: 'Time-out' },
      { required: true, min: 5, max: 600, default: 120, unit: { zh: '秒', en: 's' } },
    ),
  },
  actions: {
    read: {
      label: { zh: '识别示例页', en: 'Read a sample page' },
      help: { zh: '发送一页写有数字的扫描图', en: 'Sends a scanned sample page with digits.' },
      output: {
        ...connectionTestOutput,
        expected: text({ zh: '页上写着', en: 'Page text' }),
        text: text({ zh: '识别结果', en: 'Recognized text' }),
      },
    },
  },
} as const satisfies SettingsGroup;
