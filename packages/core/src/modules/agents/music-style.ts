import { defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, text } from '../../fields/index.ts';
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
} from '../parts.ts';

export const musicStyle = defineResource({
  name: 'musicStyle',
  path: '/ai/ai_music',
  title: 'name',
  label: { zh: '音乐风格', en: 'Music style' },
  help: { zh: '创作音乐时可选的风格与标签', en: 'Styles and tags that users choose from when creating music' },
  fields: {
    name: ownName,
    nameEn: nameEnField,
    mood: choice(
      { zh: '情绪', en: 'Mood' },
      {
        calm: { zh: '平静', en: 'Calm' },
        happy: { zh: '欢快', en: 'Happy' },
        sad: { zh: '伤感', en: 'Sad' },
        epic: { zh: '恢弘', en: 'Epic' },
        energetic: { zh: '动感', en: 'Energetic' },
      },
      { default: 'calm', required: true },
    ),
    styleTags: text(
      { zh: '风格标签', en: 'Style tags' },
      {
        required: true,
        max: 200,
        search: true,
        help: { zh: '提交给模型的英文标签，逗号分隔', en: 'English tags sent to the model, separated by commas.' },
      },
    ),
    instrumental: boolean({ zh: '纯音乐', en: 'Instrumental' }),
    cover: coverField,
    sample: text(
      { zh: '试听地址', en: 'Sample' },
      { max: 500, mono: true, read: 'detail', pattern: 'https://[^\\s]+' },
    ),
    useCount: useCountField,
    sort: sortField,
    status: switchState,
  },
  list: {
    columns: ['cover', 'name', 'mood', 'styleTags', 'instrumental', 'useCount', 'sort', 'status'],
    filters: ['mood', 'instrumental', 'status'],
    sort: 'sort',
  },
  form: [['name', 'nameEn'], ['mood', 'instrumental'], ['styleTags'], ['cover', 'sample'], ['sort']],
  access: editors,
  actions: { ...switchActions, clone: cloneAction },
});
export type MusicStyle = RecordOf<typeof musicStyle>;
