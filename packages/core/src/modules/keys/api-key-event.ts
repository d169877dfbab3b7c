import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, text } from '../../fields/index.ts';
import { apiKey } from './api-key.ts';

const { options } = apiKey.fields.status;

/** Events of upstream keys. They remain after the key is deleted, so they store its ID and name. */
export const apiKeyEvent = defineResource({
  name: 'apiKeyEvent',
  path: '/ai/api_key',
  title: 'keyName',
  label: { zh: '密钥事件', en: 'Key event' },
  help: { zh: '密钥状态的每一次变化；仅追加', en: 'Every state change of a key. Append-only.' },
  fields: {
    keyId: identifier({ zh: '密钥编号', en: 'Key ID' }, { idOf: 'apiKey', write: 'never', required: true }),
    keyName: text({ zh: '密钥', en: 'Key' }, { write: 'never', max: 64 }),
    fromState: choice({ zh: '原状态', en: 'Previous status' }, options, { write: 'never' }),
    toState: choice({ zh: '新状态', en: 'New status' }, options, { write: 'never' }),
    cause: choice(
      { zh: '起因', en: 'Cause' },
      {
        report: { zh: '服务上报', en: 'Report' },
        test: { zh: '测试', en: 'Test' },
        probe: { zh: '探测', en: 'Probe' },
        auto: { zh: '到时', en: 'Due time' },
        manual: { zh: '人工', en: 'Manual' },
      },
      { write: 'never' },
    ),
    code: text({ zh: '错误码', en: 'Code' }, { write: 'never', mono: true, max: 64 }),
    message: text({ zh: '说明', en: 'Message' }, { write: 'never' }),
    actor: text({ zh: '操作人', en: 'Actor' }, { write: 'never', max: 64 }),
  },
  list: {
    columns: ['createdAt', 'keyName', 'fromState', 'toState', 'cause', 'code', 'message', 'actor'],
    filters: ['keyId', 'toState', 'cause', 'code', 'createdAt'],
    sort: '-id',
  },
  access: { list: admins, get: admins, export: admins },
});
export type ApiKeyEvent = RecordOf<typeof apiKeyEvent>;
