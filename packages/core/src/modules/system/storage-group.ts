import type { SettingsGroup } from '../../definition/index.ts';
import { choice, choices, connectionTestOutput, secret, text } from '../../fields/index.ts';

/** Image formats of uploads as detected from the content, with their extensions. */
export const uploadKinds = {
  png: { zh: 'PNG 图片', en: 'PNG image' },
  jpg: { zh: 'JPEG 图片', en: 'JPEG image' },
  gif: { zh: 'GIF 图片', en: 'GIF image' },
  webp: { zh: 'WebP 图片', en: 'WebP image' },
  pdf: { zh: 'PDF', en: 'PDF' },
  docx: { zh: 'Word', en: 'Word' },
  xlsx: { zh: 'Excel', en: 'Excel' },
  pptx: { zh: 'PowerPoint', en: 'PowerPoint' },
  md: { zh: 'Markdown', en: 'Markdown' },
  html: { zh: '网页', en: 'Web page' },
  csv: { zh: 'CSV', en: 'CSV' },
  txt: { zh: '纯文本', en: 'Plain text' },
} as const;
export type UploadKind = keyof typeof uploadKinds;

const everyKind = Object.keys(uploadKinds) as readonly UploadKind[];

/** Where uploaded images are stored. Existing images stay where they are and are read from there. */
export const storageGroup = {
  label: { zh: '存储', en: 'Storage' },
  help: {
    zh: '新上传的图片存到这里；已有的图片留在原处，照常可读',
    en: 'Where new images are stored. Existing images stay where they are and remain available.',
  },
  sensitive: true,
  fields: {
    driver: choice(
      { zh: '存放', en: 'Storage location' },
      {
        database: { zh: '数据库', en: 'The database' },
        s3: { zh: 'S3 兼容的对象存储', en: 'S3-compatible object storage' },
      },
      { required: true, default: 'database' },
    ),
    endpoint: text(
      { zh: '接口地址', en: 'Address' },
      {
        max: 300,
        mono: true,
        pattern: 'https?://[^\\s/?#]+',
        help: {
          zh: '不含桶名，如 https://s3.example.com',
          en: 'Without the bucket name, such as https://s3.example.com.',
        },
      },
    ),
    bucket: text({ zh: '桶', en: 'Bucket' }, { max: 63, pattern: '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]', mono: true }),
    region: text({ zh: '区域', en: 'Region' }, { required: true, max: 40, default: 'us-east-1', mono: true }),
    accessKey: text({ zh: '访问标识', en: 'Access key' }, { max: 200, mono: true }),
    secretKey: secret({ zh: '访问密钥', en: 'Secret key' }, { max: 500, boundTo: ['endpoint'] }),
    allowExt: choices({ zh: '接受的文件', en: 'Accepted file types' }, uploadKinds, {
      required: true,
      default: everyKind,
      help: {
        zh: '按文件内容判断，不看文件名；没有选中的，上传时被拒绝，已有的照常可读',
        en: 'The type is detected from the file content. Types that are not selected are rejected; existing files stay available.',
      },
    }),
  },
  actions: {
    probe: {
      label: { zh: '测试读写删', en: 'Test put, get and delete' },
      help: { zh: '写入一个小文件，读回，再删除', en: 'Writes a small file, reads it back, and deletes it.' },
      output: connectionTestOutput,
    },
  },
} as const satisfies SettingsGroup;
