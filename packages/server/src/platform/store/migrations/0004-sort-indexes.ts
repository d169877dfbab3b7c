import type { Migration } from './migration.ts';

/** Numbers, amounts, dates and times that lists sort by; `?` marks a nullable column, whose empty values come first. */
const sortedColumns: Readonly<Record<string, string>> = {
  ai_models: 'price_unit price_in price_out required_vip_level updated_at',
  model_prices: 'price_unit?',
  ai_backgrounds: 'updated_at',
  ai_teches: 'required_vip_level? updated_at',
  api_keys: 'weight max_concurrency upstream_balance?',
  draw_tasks: 'attempt refunded finished_at? files_deleted_at?',
  draw_prompts: 'updated_at',
  slide_tasks: 'attempt refunded finished_at? files_deleted_at?',
  slide_templates: 'required_vip_level? updated_at',
  video_tasks: 'attempt refunded finished_at? files_deleted_at?',
  agents: 'required_vip_level? published_version?',
  agent_versions: 'no',
  agent_categories: 'updated_at',
  pdf_docs: 'size? updated_at',
  pdf_chunks: 'tokens? hit_count?',
  knowledges: 'token_count? next_generation? updated_at',
  knowledge_exports: 'document_count? chunk_count? size? expires_at? updated_at',
  know_docs: 'size? updated_at',
  know_chunks: 'tokens?',
  recall_records: 'latency_ms? updated_at',
  golden_questions: 'last_rank? last_recall?',
  recall_runs: 'done total passed? recall? last_recall? finished_at? updated_at',
  mini_apps: 'required_vip_level? published_version?',
  mini_app_versions: 'no',
  mini_app_categories: 'updated_at',
  write_tasks: 'attempt refunded finished_at?',
  write_reruns: 'characters? finished_at? updated_at',
  write_templates: 'required_vip_level? published_version?',
  write_template_versions: 'no',
  music_tasks: 'attempt refunded finished_at? files_deleted_at?',
  music_styles: 'updated_at',
  mind_map_tasks: 'attempt refunded finished_at? nodes?',
  mind_map_templates: 'required_vip_level?',
  banned_words: 'updated_at',
  violation_logs: 'updated_at',
  users: 'vip_expires_at?',
  user_identities: 'updated_at',
  invite_records: 'paid? updated_at',
  vip_plans: 'original_price? duration_value gift_coin gift_compute limit_per_user stock? updated_at',
  user_memberships: 'updated_at',
  currency_packs: 'bonus original_price? valid_days limit_per_user vip_level_required stock? updated_at',
  power_packs: 'bonus original_price? valid_days limit_per_user vip_level_required stock? updated_at',
  redeem_batches:
    'coin? compute? max_uses? per_user_limit? credit_days? valid_from? cost? voided? exported_at? updated_at',
  redeem_codes: 'max_uses? updated_at',
  redemptions: 'nth? updated_at',
  sign_rules: 'coin? compute? extra_coin? vip_days?',
  sign_logs: 'streak? coin? compute? updated_at',
  help_docs: 'unhelpful? publish_at? published_version? updated_at',
  help_doc_versions: 'no',
  notices: 'updated_at',
  carousels: 'updated_at',
  menu_items: 'required_vip_level? updated_at',
  orders: 'quantity? updated_at',
  refunds: 'reclaimed_coin? reclaimed_compute? updated_at',
  ledger_entries: 'delta?',
  approvals: 'expires_at? updated_at',
  risk_events: 'people? measured? updated_at',
  risk_restrictions: 'until released_until? updated_at',
  risk_rules: 'threshold window_minutes freeze_hours updated_at',
  courses: 'required_vip_level? view_count? updated_at',
  course_schedules: 'capacity? updated_at',
  identity_providers: 'updated_at',
  client_apps: 'updated_at',
  service_clients: 'rate_per_minute updated_at',
  webhook_endpoints: 'updated_at',
  webhook_deliveries: 'attempts duration_ms? next_attempt_at?',
  distributors: 'direct_bps? updated_at',
  commissions: 'base rate_bps updated_at',
  withdrawals: 'fee updated_at',
  payable_entries: 'delta balance_after?',
  regional_agents: 'rate_bps? start_on withdrawn updated_at',
  regional_incomes: 'base rate_bps updated_at',
  front_versions: 'active_at? updated_at',
  datasets: 'oldest_at? retention_days? expired? measured_at? updated_at',
  backups: 'record_count? verified_at? expires_at? copied_at? updated_at',
  background_jobs: 'run_after? started_at? finished_at?',
  admins: 'updated_at',
  admin_sessions: 'updated_at',
};

/** Indexes that have empty values last, unlike the lists, so that PostgreSQL could not use them. */
const reorderedColumns: Readonly<Record<string, string>> = {
  users: 'order_count? sign_streak?',
  vip_plans: 'sales?',
  currency_packs: 'sales?',
  power_packs: 'sales?',
  datasets: 'bytes? rows?',
  files: 'orphaned_at?',
  admin_sessions: 'last_seen_at? expires_at?',
};

type Index = readonly [table: string, column: string, nullable: boolean];

const listIndexes = (columns: Readonly<Record<string, string>>): Index[] =>
  Object.entries(columns).flatMap(([table, names]) =>
    names.split(' ').map((name) => [table, name.replace('?', ''), name.endsWith('?')] as const),
  );

const create = ([table, column, nullable]: Index) =>
  `create index "${table}_${column}" on "${table}" ("${column}"${nullable ? ' {nullsFirst}' : ''}, "id")`;

/** An index for each sortable number, amount, date and time, with the id, so that a sorted page is read along it. */
export const sortIndexes: Migration = {
  id: '0004-sort-indexes',
  statements: [
    ...listIndexes(sortedColumns).map(create),
    ...listIndexes(reorderedColumns).flatMap((index) => [`drop index "${index[0]}_${index[1]}"`, create(index)]),
  ],
};
