import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { byteCount, choice, integer, text, time } from '../../fields/index.ts';

/** Uploaded images, and since when no record refers to them. */
export const file = defineResource({
  name: 'file',
  path: '/expand/data',
  title: 'originalName',
  label: { zh: '图片', en: 'Image' },
  help: {
    zh: '上传的图片；有“失去引用”时间的不再被任何记录使用，宽限期后可删除',
    en: 'Uploaded images. Images with an “Orphaned since” time are not used by any record and can be deleted after the grace period.',
  },
  fields: {
    originalName: text({ zh: '文件名', en: 'File name' }, { write: 'never', required: true, max: 255 }),
    name: text({ zh: '图片', en: 'Image' }, { write: 'never', required: true, max: 100, mono: true }),
    mediaType: text({ zh: '类型', en: 'Type' }, { write: 'never', required: true, max: 40 }),
    size: integer({ zh: '大小', en: 'Size' }, { write: 'never', required: true, ...byteCount }),
    width: integer({ zh: '宽', en: 'Width' }, { write: 'never', required: true, read: 'detail' }),
    height: integer({ zh: '高', en: 'Height' }, { write: 'never', required: true, read: 'detail' }),
    store: choice(
      { zh: '存放', en: 'Storage location' },
      { database: { zh: '数据库', en: 'Database' }, s3: { zh: '对象存储', en: 'Object storage' } },
      { write: 'never', required: true },
    ),
    orphanedAt: time({ zh: '失去引用', en: 'Orphaned since' }, { write: 'never' }),
  },
  list: {
    columns: ['name', 'originalName', 'mediaType', 'size', 'store', 'createdAt', 'orphanedAt'],
    filters: ['store', 'orphanedAt'],
    sort: '-id',
  },
  access: { list: admins, get: admins },
});
export type StoredFile = RecordOf<typeof file>;
