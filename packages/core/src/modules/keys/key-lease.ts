import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, text, time } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';

/** Leases of upstream keys. They remain after the service client is deleted, so they store IDs and names. */
export const keyLease = defineResource({
  name: 'keyLease',
  path: '/ai/api_key',
  title: 'no',
  label: { zh: '密钥租用', en: 'Key lease' },
  help: {
    zh: '每一次密钥租用：哪个服务凭证、从哪个 IP、取走了哪个密钥；结束 30 天后清理',
    en: 'Every lease of a key: the service client, its IP address, and the key. Removed 30 days after it ends.',
  },
  fields: {
    no: text({ zh: '租用编号', en: 'Lease ID' }, { write: 'never', required: true, unique: true, mono: true, max: 32 }),
    keyId: identifier({ zh: '密钥编号', en: 'Key ID' }, { idOf: 'apiKey', write: 'never', required: true }),
    keyName: text({ zh: '密钥', en: 'Key' }, { write: 'never', max: 64 }),
    clientId: identifier({ zh: '服务凭证编号', en: 'Service client ID' }, { idOf: 'serviceClient', write: 'never' }),
    clientName: text({ zh: '服务凭证', en: 'Service client' }, { write: 'never', max: 64 }),
    ip: text({ zh: 'IP', en: 'IP address' }, { write: 'never', max: 64, mono: true }),
    model: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 128 }),
    capability: text({ zh: '用途', en: 'Use' }, { write: 'never', max: 64, read: 'detail' }),
    tokens: integer({ zh: 'Token', en: 'Tokens' }, { write: 'never', default: 0 }),
    status: choice(
      { zh: '状态', en: 'Status' },
      {
        open: { zh: '使用中', en: 'In use', tone: 'info' },
        reported: { zh: '已上报', en: 'Reported', tone: 'good' },
        expired: { zh: '已过期', en: 'Expired', tone: 'neutral' },
      },
      { write: 'never', required: true },
    ),
    outcome: text({ zh: '结果', en: 'Outcome' }, { write: 'never', max: 64 }),
    expiresAt: time({ zh: '到期', en: 'Expires' }, { write: 'never', read: 'detail' }),
    endedAt: time({ zh: '结束', en: 'Ended' }, { write: 'never', read: 'detail' }),
  },
  list: {
    columns: ['createdAt', 'clientName', 'ip', 'keyName', 'model', 'tokens', 'status', 'outcome'],
    filters: ['clientId', 'keyId', 'status'],
    // Leases have ascending IDs. An index by time would mislead the query for the success rate of each key.
    unsortable: {
      tokens: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, export: admins },
});
export type KeyLease = RecordOf<typeof keyLease>;
