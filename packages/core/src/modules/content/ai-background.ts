import { defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, color, image, text } from '../../fields/index.ts';
import { editors, nameField, reorderWithin, sortField, switchActions, switchState, useCountField } from '../parts.ts';

export const aiBackground = defineResource({
  name: 'aiBackground',
  path: '/ai/ai_background',
  title: 'name',
  label: { zh: '背景', en: 'Background' },
  help: {
    zh: '对话、首页、登录、PPT 与海报使用的背景',
    en: 'Backgrounds of chats, the home page, sign-in, slides and posters',
  },
  fields: {
    name: nameField,
    scene: choice(
      { zh: '场景', en: 'Scene' },
      {
        chat: { zh: '对话', en: 'Chat' },
        home: { zh: '首页', en: 'Home' },
        login: { zh: '登录', en: 'Sign-in' },
        ppt: { zh: 'PPT', en: 'Slides' },
        poster: { zh: '海报', en: 'Poster' },
      },
      { default: 'chat', required: true },
    ),
    kind: choice(
      { zh: '类型', en: 'Kind' },
      {
        image: { zh: '图片', en: 'Image' },
        gradient: { zh: '渐变', en: 'Gradient' },
        color: { zh: '纯色', en: 'Color' },
        video: { zh: '视频', en: 'Video' },
      },
      { default: 'image', required: true },
    ),
    picture: image(
      { zh: '图片', en: 'Image' },
      {
        visibleWhen: { kind: ['image', 'video'] },
        help: {
          zh: '图片类型必填；视频类型用作首帧',
          en: 'Required for type Image. Used as the poster frame for type Video.',
        },
      },
    ),
    color: color(
      { zh: '颜色', en: 'Color' },
      {
        visibleWhen: { kind: ['gradient', 'color'] },
        help: { zh: '纯色与渐变的起始色', en: 'Solid color, or start color of the gradient.' },
      },
    ),
    colorTo: color(
      { zh: '结束色', en: 'Second color' },
      { visibleWhen: { kind: ['gradient'] }, help: { zh: '渐变的结束色', en: 'End color of the gradient.' } },
    ),
    video: text(
      { zh: '视频地址', en: 'Video URL' },
      {
        max: 500,
        mono: true,
        read: 'detail',
        visibleWhen: { kind: ['video'] },
        pattern: 'https://[^\\s]+',
        help: { zh: '以 https:// 开头', en: 'Must start with https://' },
      },
    ),
    dark: boolean(
      { zh: '深色', en: 'Dark' },
      { help: { zh: '上面的文字用浅色', en: 'Light text on this background' } },
    ),
    vipOnly: boolean({ zh: '仅会员', en: 'Members only' }),
    useCount: useCountField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['picture', 'name', 'scene', 'kind', 'color', 'status', 'useCount', 'sort'],
    filters: ['scene', 'kind', 'color', 'vipOnly', 'status'],
    sort: 'sort',
  },
  form: [['name', 'scene'], ['kind', 'picture'], ['color', 'colorTo'], ['video'], ['dark', 'vipOnly'], ['sort']],
  unique: [['scene', 'name']],
  access: editors,
  actions: { ...switchActions, reorder: reorderWithin('scene') },
});
export type AiBackground = RecordOf<typeof aiBackground>;
