import { admins, defineCalls } from '../../definition/index.ts';
import { identifier } from '../../fields/index.ts';

export const backupCalls = defineCalls({
  /** Streams the encrypted file. Errors use the envelope. */
  backupDownload: {
    path: '/backup/download',
    label: { zh: '下载备份', en: 'Download a backup' },
    answersBytes: true,
    roles: admins,
    area: 'expand',
    stepUp: true,
    input: { id: identifier({ zh: '备份编号', en: 'Backup' }, { required: true, min: 1 }) },
  },
});
