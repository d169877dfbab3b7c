import type { DatasetContent } from '@gantry/core';

/** First words of table names, the more special first. */
const beginnings: readonly (readonly [string, DatasetContent])[] = [
  ['usage_', 'usage'],
  ['chat_', 'chats'],
  ['login_logs', 'loginLogs'],
  ['violation_logs', 'violations'],
  ['background_jobs', 'jobs'],
  ['audit_', 'audit'],
  ...['ledger_', 'wallets', 'holds', 'hold_', 'credit_lots', 'commissions', 'withdrawals', 'regional_incomes'].map(
    (name) => [name, 'ledger'] as const,
  ),
  ...['orders', 'order_', 'refunds', 'payment_', 'product_'].map((name) => [name, 'orders'] as const),
  ...['redeem_', 'redemptions'].map((name) => [name, 'codes'] as const),
  ...['users', 'user_', 'invite_', 'sign_', 'membership_', 'registration_'].map((name) => [name, 'users'] as const),
  ...['draw_tasks', 'slide_tasks', 'video_tasks', 'music_tasks', 'write_tasks', 'mind_map_tasks', 'task_'].map(
    (name) => [name, 'tasks'] as const,
  ),
  ...['know', 'pdf_', 'recall'].map((name) => [name, 'knowledge'] as const),
  ['files', 'files'],
];

/** What a table holds, as people call it. */
export function getTableContent(table: string): DatasetContent {
  if (table.endsWith('_search')) return 'search';
  return beginnings.find(([start]) => table.startsWith(start))?.[1] ?? 'other';
}
