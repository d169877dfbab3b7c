import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, choices, color, text } from '../../fields/index.ts';
import {
  cloneAction,
  coverField,
  editors,
  nameEnField,
  ownName,
  sortField,
  switchActions,
  switchState,
  useCountField,
  vipLevelField,
} from '../parts.ts';

export const slideTemplate = defineResource({
  name: 'slideTemplate',
  path: '/ai/ai_ppt/ai_ppts',
  title: 'name',
  label: { zh: 'PPT 模板', en: 'Slide template' },
  help: { zh: '生成 PPT 时可选的模板', en: 'Templates for slide decks' },
  fields: {
    name: ownName,
    nameEn: nameEnField,
    category: choice(
      { zh: '分类', en: 'Category' },
      {
        report: { zh: '工作汇报', en: 'Report' },
        pitch: { zh: '商业计划', en: 'Pitch' },
        education: { zh: '教育教学', en: 'Education' },
        marketing: { zh: '市场营销', en: 'Marketing' },
        personal: { zh: '个人', en: 'Personal' },
      },
      { default: 'report', required: true },
    ),
    cover: coverField,
    color: color({ zh: '主色', en: 'Main color' }, { default: '#165DFF' }),
    pageTypes: choices(
      { zh: '页面', en: 'Pages' },
      {
        cover: { zh: '封面', en: 'Cover' },
        contents: { zh: '目录', en: 'Contents' },
        section: { zh: '章节', en: 'Section' },
        text: { zh: '图文', en: 'Text' },
        chart: { zh: '图表', en: 'Chart' },
        gallery: { zh: '图片', en: 'Images' },
        ending: { zh: '结束', en: 'Ending' },
      },
      { required: true, default: ['cover', 'contents', 'text', 'ending'] },
    ),
    file: text(
      { zh: '模板文件', en: 'Template file' },
      {
        required: true,
        max: 500,
        mono: true,
        read: 'detail',
        pattern: 'https://[^\\s]+|[a-z0-9][a-z0-9/_.-]*\\.pptx',
        help: { zh: '渲染服务能读到的网址或文件名', en: 'A URL or file name that the renderer can read.' },
      },
    ),
    requiredVipLevel: vipLevelField,
    useCount: useCountField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['cover', 'name', 'category', 'color', 'pageTypes', 'requiredVipLevel', 'useCount', 'status'],
    filters: ['category', 'color', 'requiredVipLevel', 'status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['category', 'color'], ['cover', 'requiredVipLevel'], ['pageTypes'], ['file'], ['sort']],
  access: editors,
  actions: { ...switchActions, clone: cloneAction },
});
export type SlideTemplate = RecordOf<typeof slideTemplate>;
