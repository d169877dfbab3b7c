// Generated from the schema and the definitions by `npm run snapshots`. Do not edit.
import type { Generated } from 'kysely';

interface AdminCredentialsTable {
  admin_id: number;
  password_hash: string;
  password_length: number;
  password_changed_at: number;
  totp_secret: string | null;
  totp_pending: string | null;
  totp_last_step: Generated<number>;
}

interface AdminSessionsTable {
  id: Generated<number>;
  token_hash: string;
  admin_id: number;
  kind: 'session' | 'token';
  name: string | null;
  read_only: Generated<number>;
  ip: string;
  user_agent: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  step_up_at: number | null;
  epoch: number;
  revoked_at: number | null;
  revoked_cause: 'replaced' | 'ended' | 'logout' | 'password' | 'disabled' | null;
  version: Generated<number>;
  updated_at: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  status: Generated<'live' | 'ended'>;
}

interface AdminsTable {
  id: Generated<number>;
  username: string;
  name: string;
  role: 'admin' | 'user';
  avatar: string | null;
  email: string | null;
  phone: string | null;
  job: string | null;
  job_name: string | null;
  organization: string | null;
  organization_name: string | null;
  location: string | null;
  location_name: string | null;
  introduction: string | null;
  personal_website: string | null;
  certification: number | null;
  totp_enabled: number;
  must_change_password: number;
  locked_until: number | null;
  last_login_at: number | null;
  last_login_ip: string | null;
  status: 'active' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  permission_set: string | null;
  require_two_factor: Generated<number>;
  username_key: string | null;
  email_key: string | null;
}

interface AgentCategoriesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  icon_id: number | null;
  member_only: number;
  hidden_from_others: number;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface AgentVersionsTable {
  id: Generated<number>;
  owner_id: number;
  no: number;
  note: string | null;
  publisher: string | null;
  content: string | null;
  created_at: number;
}

interface AgentsTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  key: string;
  category_id: number;
  avatar: string | null;
  intro: string | null;
  opening: string | null;
  suggestions: string | null;
  system_prompt: string;
  variables: string | null;
  few_shot: string | null;
  model_id: number | null;
  temperature: number | null;
  tools: string | null;
  owner_type: 'system' | 'user';
  owner_id: number | null;
  required_vip_level: number | null;
  price: number | null;
  use_count: number | null;
  like_count: number | null;
  sort: number | null;
  status: 'draft' | 'pending' | 'published' | 'rejected' | 'unpublished';
  published_version: number | null;
  published_at: number | null;
  reject_reason: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  knowledge_bases: string | null;
  changed_since: Generated<number>;
}

interface AiBackgroundsTable {
  id: Generated<number>;
  name: string;
  scene: 'chat' | 'home' | 'login' | 'ppt' | 'poster';
  kind: 'image' | 'gradient' | 'color' | 'video';
  picture: string | null;
  color: string | null;
  color_to: string | null;
  video: string | null;
  dark: number;
  vip_only: number;
  use_count: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface AiIconsTable {
  id: Generated<number>;
  name: string;
  group: 'model' | 'app' | 'agent' | 'menu' | 'other';
  picture: string;
  bg_color: string | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface AiModelsTable {
  id: Generated<number>;
  name: string;
  code: string;
  type: 'chat' | 'reasoning' | 'vision' | 'image' | 'video' | 'music' | 'tts' | 'stt' | 'embedding' | 'rerank';
  provider: 'openai' | 'azure' | 'anthropic' | 'gemini' | 'deepseek' | 'qwen' | 'zhipu' | 'doubao' | 'custom';
  key_group: string;
  icon_id: number | null;
  description: string | null;
  tags: string | null;
  billing_mode: 'perToken' | 'perCall' | 'perImage' | 'perSecond' | 'perPage' | 'free';
  asset: 'coin' | 'compute';
  price_unit: number;
  price_in: number;
  price_out: number;
  think_bps: number;
  min_charge: number;
  upstream_in: number;
  upstream_out: number;
  max_context: number;
  max_output: number;
  timeout_s: number;
  rate_per_hour: number | null;
  caps: string | null;
  system_prompt: string | null;
  fallback_id: number | null;
  second_fallback_id: number | null;
  required_vip_level: number;
  visible: number;
  sort: number;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface AiTechsTable {
  id: Generated<number>;
  title: string;
  title_en: string | null;
  type: 'app' | 'course' | 'article' | 'tool';
  category: 'office' | 'writing' | 'design' | 'learning' | 'life' | 'development';
  summary: string | null;
  summary_en: string | null;
  cover: string | null;
  link_kind: 'internal' | 'external' | 'course';
  link: string;
  badge: string | null;
  tags: string | null;
  is_hot: number;
  required_vip_level: number | null;
  click_count: number | null;
  status: 'draft' | 'scheduled' | 'published' | 'unpublished';
  publish_at: number | null;
  published_at: number | null;
  sort: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface AlertChannelsTable {
  channel: string;
  failures: number;
  problem: string | null;
  tried_at: number;
  next_at: number;
  notified_at: number | null;
}

interface AllowWordsTable {
  id: Generated<number>;
  phrase: string;
  note: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface ApiKeyEventsTable {
  id: Generated<number>;
  key_id: number;
  key_name: string | null;
  from_state: 'active' | 'cooling' | 'autoDisabled' | 'probing' | 'exhausted' | 'expired' | 'disabled' | null;
  to_state: 'active' | 'cooling' | 'autoDisabled' | 'probing' | 'exhausted' | 'expired' | 'disabled' | null;
  cause: 'report' | 'test' | 'probe' | 'auto' | 'manual' | null;
  code: string | null;
  message: string | null;
  actor: string | null;
  created_at: number;
}

interface ApiKeysTable {
  id: Generated<number>;
  name: string | null;
  provider: 'openai' | 'azure' | 'anthropic' | 'gemini' | 'deepseek' | 'qwen' | 'zhipu' | 'doubao' | 'custom';
  key_group: string;
  secret: string | null;
  fingerprint: string | null;
  mask: string | null;
  base_url: string;
  models: string | null;
  model_map: string | null;
  test_model: string | null;
  priority: number;
  weight: number;
  max_concurrency: number;
  daily_cost_cap: number | null;
  auto_ban: number;
  fail_threshold: number;
  status: 'active' | 'cooling' | 'autoDisabled' | 'probing' | 'exhausted' | 'expired' | 'disabled';
  in_flight: number | null;
  fail_streak: number | null;
  last_error_code: string | null;
  last_error: string | null;
  cool_until: number | null;
  cool_level: number | null;
  next_probe_at: number | null;
  last_used_at: number | null;
  last_test_at: number | null;
  last_test_ms: number | null;
  cost_today: number | null;
  cost_day: string | null;
  tag: string | null;
  remark: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  rpm: number | null;
  tpm: number | null;
  balance_source: Generated<'none' | 'deepseek' | 'siliconflow' | 'moonshot' | 'openrouter'>;
  upstream_balance: number | null;
  balance_currency: string | null;
  balance_at: number | null;
  expires_at: number | null;
  org: string | null;
  proxy_url: string | null;
  proxy_mask: string | null;
  low_balance: number | null;
  balance_is_low: Generated<number>;
  balance_due_at: number | null;
  success_bps: number | null;
  trouble: Generated<number>;
}

interface ApprovalsTable {
  id: Generated<number>;
  no: string | null;
  kind: 'adjustBalance' | 'refund' | 'refundRequest' | 'markPaid' | 'grantMembership' | 'extendMembership' | 'setMembershipEnd' | 'resetQuota' | 'generateCodes' | 'sellPlan' | 'sellCoins' | 'sellCompute' | 'changePlan' | 'changeCoins' | 'changeCompute' | 'createSignReward' | 'changeSignReward' | 'enableSignReward' | 'approveInvite' | 'saveSettings';
  order_id: number | null;
  asset: 'coin' | 'compute' | null;
  credits: number | null;
  amount: number | null;
  reason: string | null;
  input: string | null;
  requester_id: number;
  approver_id: number | null;
  decided_at: number | null;
  note: string | null;
  expires_at: number | null;
  status: 'pending' | 'approved' | 'rejected' | 'withdrawn' | 'expired';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  user_id: number | null;
  record_id: number | null;
  currency: string | null;
}

interface AttemptsTable {
  id: Generated<number>;
  kind: string;
  subject: string;
  created_at: number;
}

interface AuditCheckpointsTable {
  id: Generated<number>;
  count: number;
  hash: string;
  at: number;
  signature: string;
}

interface AuditEntriesTable {
  id: Generated<number>;
  actor_id: number | null;
  actor_name: string | null;
  actor_role: string | null;
  via: string | null;
  ip: string | null;
  request_id: string | null;
  resource: string | null;
  resource_id: number | null;
  action: string | null;
  result: string | null;
  reason: string | null;
  before: string | null;
  after: string | null;
  count: number | null;
  created_at: number;
  cost_ms: number | null;
  writer: string;
  writer_seq: number;
  writer_committed: number;
  signature: string;
}

interface AuditHeadsTable {
  id: Generated<number>;
  count: number;
  hash: string;
  at: number;
}

interface AuditLogsTable {
  id: number | null;
  actor_id: number | null;
  actor_name: string | null;
  actor_role: string | null;
  via: 'web' | 'tui' | 'cli' | 'service' | 'system' | null;
  ip: string | null;
  request_id: string | null;
  resource: string | null;
  resource_id: number | null;
  action: string | null;
  result: 'ok' | 'denied' | 'error' | null;
  reason: string | null;
  before: string | null;
  after: string | null;
  count: number | null;
  cost_ms: number | null;
  created_at: number | null;
  seal: 'sealed' | 'pending' | null;
  position: number | null;
  sealed_at: number | null;
  hash: string | null;
}

interface AuditQueueTable {
  entry_id: number;
}

interface AuditSealsTable {
  id: Generated<number>;
  entry_id: number;
  sealed_at: number;
  hash: string;
}

interface BackgroundJobsTable {
  id: Generated<number>;
  kind: 'measure' | 'retention' | 'usageSums' | 'backup' | 'backupCopy' | 'backupProof' | 'findOrphans' | 'removeOrphans' | 'recallRun' | 'writeRerun' | 'knowledgeExport' | 'knowledgeImport';
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  stage: 'counting' | 'reading' | 'copying' | 'uploading' | 'downloading' | 'proving' | 'summing' | 'deleting' | 'request' | 'packing' | 'unpacking' | null;
  done: number;
  total: number | null;
  params: string;
  result: string | null;
  error: string | null;
  attempts: number;
  lease_owner: string | null;
  lease_until: number | null;
  started_at: number | null;
  finished_at: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  run_after: number | null;
  place: string | null;
  error_code: 'lost' | 'serverGone' | 'backupGone' | 'backupFileGone' | 'backupElsewhere' | 'backupChanged' | 'backupCut' | 'noBackup' | 'keyMissing' | 'backupPart' | 'backupLonger' | 'databaseBroken' | 'notAsWritten' | 'off' | 'host' | 'dns' | 'connect' | 'timeout' | 'tls' | 'auth' | 'rejected' | 'discovery' | 'issuer' | 'metadata' | 'answer' | 'gone' | 'rebuilt' | 'changed' | 'tooLarge' | 'stopped' | 'notStored' | 'failed' | 'fileMissing' | 'noArchive' | 'newerVersion' | 'zipDamaged' | 'unpacksTooLarge' | 'listTooLarge' | 'baseRejected' | 'documentRejected' | 'contentMissing' | 'contentChanged' | 'chunkWrong' | 'questionWrong' | 'tooManyRows' | 'tooManyDocuments' | 'tooManyChunks' | 'documentTooLarge' | 'nameTaken' | 'noUser' | 'basesFull' | 'noModel' | 'modelOff' | 'noKey' | 'dimensions' | 'number' | 'model' | 'unexpected' | null;
}

interface BackupsTable {
  id: Generated<number>;
  name: string;
  kind: 'full';
  engine: 'sqlite' | 'postgres';
  status: 'making' | 'ready' | 'broken' | 'failed';
  size: number | null;
  sha256: string | null;
  record_count: number | null;
  migration: string | null;
  finished_at: number | null;
  verified_at: number | null;
  expires_at: number | null;
  problem: 'lost' | 'serverGone' | 'backupGone' | 'backupFileGone' | 'backupElsewhere' | 'backupChanged' | 'backupCut' | 'noBackup' | 'keyMissing' | 'backupPart' | 'backupLonger' | 'databaseBroken' | 'notAsWritten' | 'off' | 'host' | 'dns' | 'connect' | 'timeout' | 'tls' | 'auth' | 'rejected' | 'discovery' | 'issuer' | 'metadata' | 'answer' | 'gone' | 'rebuilt' | 'changed' | 'tooLarge' | 'stopped' | 'notStored' | 'failed' | 'fileMissing' | 'noArchive' | 'newerVersion' | 'zipDamaged' | 'unpacksTooLarge' | 'listTooLarge' | 'baseRejected' | 'documentRejected' | 'contentMissing' | 'contentChanged' | 'chunkWrong' | 'questionWrong' | 'tooManyRows' | 'tooManyDocuments' | 'tooManyChunks' | 'documentTooLarge' | 'nameTaken' | 'noUser' | 'basesFull' | 'noModel' | 'modelOff' | 'noKey' | 'dimensions' | 'number' | 'model' | 'unexpected' | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  copied_at: number | null;
  copy_problem: 'off' | 'host' | 'dns' | 'connect' | 'timeout' | 'tls' | 'auth' | 'rejected' | 'discovery' | 'issuer' | 'metadata' | 'answer' | 'underway' | 'stopped' | 'unchecked' | null;
  place: string | null;
}

interface BannedWordsTable {
  id: Generated<number>;
  word: string;
  match: 'auto' | 'contains' | 'exact' | 'regex' | 'pinyin';
  category: 'custom' | 'politic' | 'porn' | 'violence' | 'illegal' | 'terror' | 'ad' | 'insult' | 'privacy';
  level: '1' | '2' | '3';
  action: 'block' | 'mask' | 'review' | 'warn';
  replacement: string | null;
  scope: string | null;
  status: 'enabled' | 'disabled';
  hit_count: number | null;
  last_hit_at: number | null;
  remark: string | null;
  word_key: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  variants: string | null;
}

interface CaptchasTable {
  id_hash: string;
  purpose: string;
  answer_mac: string;
  expires_at: number;
}

interface CarouselsTable {
  id: Generated<number>;
  title: string;
  title_en: string | null;
  subtitle: string | null;
  subtitle_en: string | null;
  picture: string;
  picture_dark: string | null;
  link: string | null;
  place: 'login' | 'home';
  language: 'all' | 'zh-CN' | 'en-US';
  start_at: number | null;
  end_at: number | null;
  sort: number | null;
  status: 'draft' | 'published';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  view_count: Generated<number>;
  click_count: Generated<number>;
}

interface ChatCountersTable {
  dimension: string;
  bucket: number;
  counter_key: string;
  sessions: number;
  messages: number;
  tokens: number;
}

interface ChatMessageOriginsTable {
  session_id: number;
  client_id: string;
  message_id: number;
}

interface ChatMessagesTable {
  id: Generated<number>;
  session_id: number;
  user_id: number | null;
  seq: number | null;
  role: 'user' | 'assistant' | 'system' | 'tool' | null;
  content: string | null;
  reasoning: string | null;
  attachments: string | null;
  model_name: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  latency_ms: number | null;
  status: 'ok' | 'stopped' | 'error' | 'blocked' | null;
  error: string | null;
  feedback: 'none' | 'up' | 'down' | null;
  flagged: number;
  banned_hits: string | null;
  created_at: number;
}

interface ChatSessionOriginsTable {
  client_id: string;
  session_id: number;
}

interface ChatSessionsTable {
  id: Generated<number>;
  user_id: number | null;
  title: string | null;
  kind: 'chat' | 'agent' | 'app' | 'know' | 'pdf' | null;
  model_name: string | null;
  message_count: number | null;
  tokens: number | null;
  pinned: number;
  last_at: number | null;
  created_at: number;
  version: Generated<number>;
  updated_at: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
  removed_messages: Generated<number>;
}

interface ClientAppSecretsTable {
  id: Generated<number>;
  owner_id: number;
  hash: string;
  expires_at: number | null;
  created_at: number;
}

interface ClientAppsTable {
  id: Generated<number>;
  name: string;
  platform: 'web' | 'h5' | 'wechat' | 'android' | 'ios' | 'desktop';
  app_key: string | null;
  callback_domains: string | null;
  app_version: string | null;
  min_version: string | null;
  force_update: number;
  download_url: string | null;
  release_notes: string | null;
  released_at: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface CommissionsTable {
  id: Generated<number>;
  distributor_id: number;
  order_id: number;
  buyer_id: number;
  level: 'direct' | 'indirect';
  kind: 'earned' | 'refund' | 'manual';
  source_no: string;
  base: number;
  rate_bps: number;
  amount: number;
  net: Generated<number>;
  settle_at: number | null;
  settled_at: number | null;
  reversal_of: number | null;
  reason: string | null;
  status: 'pending' | 'available' | 'reversed';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  currency: string | null;
}

interface CourseSchedulesTable {
  id: Generated<number>;
  course_id: number;
  title: string;
  teacher: string;
  start_at: number;
  end_at: number;
  mode: 'online' | 'offline';
  place: string | null;
  meeting_url: string | null;
  capacity: number | null;
  enrolled: number | null;
  remind_minutes: number | null;
  cancel_reason: string | null;
  status: 'planned' | 'ongoing' | 'finished' | 'cancelled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface CoursesTable {
  id: Generated<number>;
  title: string;
  title_en: string | null;
  slug: string;
  category: 'basics' | 'prompting' | 'development' | 'model' | 'business';
  level: 'beginner' | 'mid' | 'advanced';
  teacher: string;
  cover: string | null;
  summary: string | null;
  content: string | null;
  content_en: string | null;
  video: string | null;
  attachments: string | null;
  is_free: number;
  price: number | null;
  required_vip_level: number | null;
  tags: string | null;
  status: 'draft' | 'scheduled' | 'published' | 'unpublished';
  publish_at: number | null;
  published_at: number | null;
  view_count: number | null;
  enroll_count: number | null;
  sort: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface CreditLotsTable {
  id: Generated<number>;
  user_id: number;
  wallet_id: number;
  asset: 'coin' | 'compute';
  source: 'order' | 'redeem' | 'sign' | 'invite' | 'admin' | 'gift' | 'refundReturn' | null;
  source_id: number | null;
  amount: number;
  remaining: Generated<number>;
  held: Generated<number>;
  expires_at: number | null;
  capabilities: string | null;
  created_at: number;
  frozen_at: number | null;
}

interface CurrencyPacksTable {
  id: Generated<number>;
  name: string;
  coin: number;
  bonus: Generated<number>;
  first_buy_bonus: Generated<number>;
  price: number;
  original_price: number | null;
  valid_days: Generated<number>;
  limit_per_user: Generated<number>;
  vip_level_required: Generated<number>;
  cover: string | null;
  tag: string | null;
  recommended: number;
  sales: Generated<number>;
  revenue: Generated<number>;
  sort: number | null;
  status: 'off' | 'on';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  stock: number | null;
  revenue_currency: string | null;
}

interface DatasetsTable {
  id: Generated<number>;
  name: string;
  content: 'usage' | 'chats' | 'loginLogs' | 'violations' | 'webhooks' | 'jobs' | 'audit' | 'ledger' | 'orders' | 'codes' | 'users' | 'tasks' | 'knowledge' | 'files' | 'search' | 'other';
  rows: number | null;
  bytes: number | null;
  oldest_at: number | null;
  retention_days: number | null;
  expired: number | null;
  measured_at: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface DistributorsTable {
  id: Generated<number>;
  name: string | null;
  user_id: number;
  grade: 'normal' | 'agent';
  direct_bps: number | null;
  indirect_bps: number | null;
  parent_id: number | null;
  pending: Generated<number>;
  available: Generated<number>;
  debt: Generated<number>;
  reserved: Generated<number>;
  withdrawn: Generated<number>;
  total_income: Generated<number>;
  apply_note: string | null;
  remark: string | null;
  reason: string | null;
  approved_at: number | null;
  last_seq: Generated<number>;
  status: 'pending' | 'active' | 'frozen' | 'rejected' | 'closed';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  currency: string | null;
}

interface DocVotesTable {
  id: Generated<number>;
  doc_id: number;
  user_id: number;
  is_helpful: number;
  created_at: number;
}

interface DocumentPartsTable {
  document_id: number;
  seq: number;
  size: number;
  content: Uint8Array;
}

interface DocumentTextsTable {
  kind: string;
  doc_id: number;
  raw: string;
  cleaned: string | null;
  pages: string | null;
}

interface DocumentsTable {
  id: Generated<number>;
  name: string;
  original_name: string;
  format: string | null;
  sha256: string | null;
  size: number;
  created_at: number;
  created_by: number | null;
  user_id: number | null;
  kept_at: number | null;
}

interface DrawCategoriesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  cover: string | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface DrawPromptCategoriesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  parent_id: number | null;
  icon_id: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface DrawPromptsTable {
  id: Generated<number>;
  title: string;
  category_id: number;
  prompt: string;
  prompt_en: string | null;
  negative_prompt: string | null;
  cover: string | null;
  params: string | null;
  model_hint: string | null;
  tags: string | null;
  use_count: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface DrawTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  negative_prompt: string | null;
  category_id: number | null;
  recommended: number;
  like_count: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  mode: 'text' | 'image' | 'edit' | 'upscale' | 'variation' | 'blend' | 'faceSwap' | null;
  inputs: string | null;
  files_deleted_at: number | null;
}

interface FilesTable {
  id: Generated<number>;
  name: string;
  sha256: string;
  media_type: string;
  size: number;
  width: number;
  height: number;
  original_name: string;
  content: Uint8Array;
  created_at: number;
  created_by: number | null;
  orphaned_at: number | null;
  store: Generated<'database' | 's3'>;
}

interface FrontVersionsTable {
  id: Generated<number>;
  name: string;
  no: number;
  note: string | null;
  content: string | null;
  active_at: number | null;
  status: 'active' | 'past';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  changed_since: Generated<number>;
}

interface GoldenQuestionsTable {
  id: Generated<number>;
  query: string;
  knowledge_id: number;
  chunks: string;
  last_result: 'never' | 'pass' | 'fail';
  last_rank: number | null;
  last_recall: number | null;
  last_run_at: number | null;
  keys: string | null;
  note: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface GuessCountersTable {
  name: string;
  tries: number;
  started_at: number;
  ends_at: number;
}

interface HelpDocVersionsTable {
  id: Generated<number>;
  owner_id: number;
  no: number;
  note: string | null;
  publisher: string | null;
  content: string | null;
  created_at: number;
}

interface HelpDocsTable {
  id: Generated<number>;
  title: string;
  title_en: string | null;
  slug: string;
  category: 'start' | 'feature' | 'account' | 'api' | 'policy';
  content: string;
  content_en: string | null;
  cover: string | null;
  tags: string | null;
  pinned: number;
  status: 'draft' | 'scheduled' | 'published' | 'unpublished';
  published_at: number | null;
  sort: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  view_count: Generated<number>;
  helpful: Generated<number>;
  unhelpful: Generated<number>;
  untranslated: Generated<number>;
  publish_at: number | null;
  published_version: number | null;
  changed_since: Generated<number>;
}

interface HoldsTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  wallet_id: number | null;
  asset: 'coin' | 'compute';
  capability: 'chat' | 'write' | 'draw' | 'video' | 'ppt' | 'music' | 'mindMap' | 'pdf' | 'know' | 'agent' | 'app' | null;
  request_id: string | null;
  amount: number;
  captured_amount: Generated<number>;
  written_off: Generated<number>;
  lots: string | null;
  expires_at: number | null;
  settled_at: number | null;
  status: 'held' | 'captured' | 'released' | 'expired';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  quota_amount: Generated<number>;
  list_amount: Generated<number>;
  rate_multiplier: Generated<number>;
  least_charge: Generated<number>;
  model_group: Generated<string>;
  subject: string | null;
  held_at: Generated<number>;
}

interface IdempotencyKeysTable {
  actor_id: number;
  key: string;
  call: string;
  body_hash: string;
  code: number | null;
  answer: string | null;
  created_at: number;
  audit_ids: string | null;
}

interface IdentityProvidersTable {
  id: Generated<number>;
  name: string;
  code: string;
  kind: 'oidc' | 'wechat' | 'wechatMini';
  client_id: string;
  secret: string | null;
  issuer: string | null;
  scope: string | null;
  may_register: number;
  timeout_seconds: number;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface IntegrityChecksTable {
  name: string;
  checked_at: number;
  is_ok: number;
}

interface InviteRecordsTable {
  id: Generated<number>;
  inviter_id: number;
  invitee_id: number;
  nth: Generated<number>;
  code: string | null;
  ip: string | null;
  order_id: number | null;
  paid: number | null;
  asset: 'coin' | 'compute' | null;
  inviter_amount: Generated<number>;
  invitee_amount: Generated<number>;
  inviter_short: Generated<number>;
  invitee_short: Generated<number>;
  credit_days: number | null;
  qualified_on: string | null;
  due_at: number | null;
  settled_at: number | null;
  risk: 'none' | 'flagged';
  risk_flags: string | null;
  reason: string | null;
  status: 'registered' | 'pending' | 'review' | 'granted' | 'rejected' | 'reversed';
  network_hash: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  mailbox_hash: string | null;
  currency: string | null;
}

interface KeyLeasesTable {
  id: Generated<number>;
  no: string;
  key_id: number;
  client_id: number | null;
  model: string | null;
  capability: string | null;
  status: 'open' | 'reported' | 'expired';
  outcome: string | null;
  expires_at: number;
  ended_at: number | null;
  created_at: number;
  tokens: Generated<number>;
  key_name: string | null;
  client_name: string | null;
  ip: string | null;
}

interface KnowChunksTable {
  id: Generated<number>;
  doc_id: number;
  knowledge_id: number;
  title: string | null;
  content: string;
  answer: string | null;
  questions: string | null;
  keywords: string | null;
  seq: number | null;
  tokens: number | null;
  status: 'pending' | 'indexed' | 'failed';
  enabled: number;
  hit_count: number | null;
  last_hit_at: number | null;
  generation: number;
  hash: string | null;
  error: string | null;
  edited: number;
  span_start: number | null;
  span_end: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface KnowDocsTable {
  id: Generated<number>;
  knowledge_id: number;
  name: string;
  source: 'upload' | 'text' | 'url' | 'qa';
  format: 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx' | 'xlsx' | 'pptx' | null;
  url: string | null;
  file: string | null;
  content_hash: string | null;
  size: number | null;
  pages: number | null;
  chars: number | null;
  rule_mode: 'inherit' | 'custom';
  chunk_mode: 'auto' | 'delimiter';
  delimiter: string | null;
  chunk_tokens: number;
  overlap_tokens: number;
  clean_spaces: number;
  strip_urls: number;
  stage: 'parse' | 'clean' | 'split' | 'index' | null;
  progress: number | null;
  error_code: 'encrypted' | 'damaged' | 'tooManyPages' | 'tooLarge' | 'noText' | 'unreadableText' | 'encoding' | 'openQuote' | 'format' | 'tooManyChunks' | 'timeout' | 'memory' | 'fileGone' | 'unreachable' | 'rejected' | 'status' | 'embedding' | 'embeddingBusy' | 'ocrOff' | 'ocrTooManyPages' | 'ocrRejected' | 'ocrBusy' | 'ocrAnswer' | 'holdGone' | 'unpaid' | 'ownerBlocked' | 'lost' | 'unexpected' | null;
  error: string | null;
  warnings: string | null;
  attempts: number | null;
  stuck: number;
  heartbeat_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  enabled: number;
  archived: number;
  chunk_count: number | null;
  token_count: number | null;
  hit_count: number | null;
  generation: number | null;
  status: 'waiting' | 'parsing' | 'cleaning' | 'splitting' | 'indexing' | 'completed' | 'failed' | 'paused' | 'cancelling' | 'cancelled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  lease_owner: string | null;
  lease_until: number | null;
  next_try_at: number | null;
  target_generation: number | null;
  keep_edited: number | null;
  copies: number | null;
  asset: 'coin' | 'compute' | null;
  embed_price: number | null;
  charged: number | null;
  hold_no: string | null;
  holds: Generated<number>;
}

interface KnowVectorHeadsTable {
  knowledge_id: number;
  generation: number;
  version: number;
  oldest: number;
  dims: number;
}

interface KnowVectorsTable {
  knowledge_id: number;
  generation: number;
  chunk_id: number;
  version: number;
  vector: Uint8Array | null;
}

interface KnowledgeBasesTable {
  id: Generated<number>;
  name: string;
  cover: string | null;
  description: string | null;
  owner_id: number | null;
  visibility: 'private' | 'team' | 'public';
  embedding_model_id: number | null;
  search_mode: 'hybrid' | 'vector' | 'keyword';
  vector_weight: number;
  top_k: number;
  score_min: number;
  chunk_mode: 'auto' | 'delimiter';
  delimiter: string | null;
  chunk_tokens: number;
  overlap_tokens: number;
  clean_spaces: number;
  strip_urls: number;
  doc_count: number | null;
  chunk_count: number | null;
  token_count: number | null;
  hit_count: number | null;
  generation: number;
  next_generation: number | null;
  next_embedding_model_id: number | null;
  rebuild_progress: number | null;
  status: 'enabled' | 'disabled' | 'importing';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  fusion: Generated<'weighted' | 'reciprocal'>;
  rank_constant: Generated<number>;
  rerank_model_id: number | null;
}

interface KnowledgeExportsTable {
  id: Generated<number>;
  name: string;
  knowledge_id: number;
  form: 'stored' | 'text';
  status: 'making' | 'ready' | 'failed';
  progress: number | null;
  document_count: number | null;
  chunk_count: number | null;
  question_count: number | null;
  size: number | null;
  format: 'zip';
  file: string | null;
  content_hash: string | null;
  problem: 'gone' | 'rebuilt' | 'changed' | 'tooLarge' | 'stopped' | 'notStored' | 'failed' | null;
  job_id: number | null;
  finished_at: number | null;
  expires_at: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  piece: string | null;
}

interface LeasesTable {
  name: string;
  holder: string;
  until: number;
}

interface LedgerEntriesTable {
  id: Generated<number>;
  user_id: number | null;
  account: 'sys:issued' | 'sys:adjust' | 'sys:consumed' | 'sys:expired' | null;
  wallet_id: number | null;
  lot_id: number | null;
  asset: 'coin' | 'compute';
  seq: number | null;
  delta: number;
  balance_after: number | null;
  cause: 'recharge' | 'redeem' | 'sign' | 'invite' | 'gift' | 'adminAdjust' | 'consume' | 'consumeRefund' | 'orderRefund' | 'expire' | 'reversal';
  cause_id: string | null;
  operator: 'admin' | 'service' | 'user' | 'system' | null;
  operator_id: number | null;
  reason: string | null;
  reversal_of: number | null;
  transaction_id: string;
  created_at: number;
}

interface LedgerPostingsTable {
  transaction_id: string;
  cause: string;
  cause_id: string;
  created_at: number;
}

interface LoginLogsTable {
  id: Generated<number>;
  username: string | null;
  ip: string | null;
  user_agent: string | null;
  result: 'ok' | 'wrong' | 'captcha' | 'twoFactor' | 'locked' | 'disabled' | null;
  created_at: number;
}

interface MembershipChangesTable {
  id: Generated<number>;
  membership_id: number;
  user_id: number;
  cause: string;
  grant_key: string | null;
  granted_ms: number | null;
  from_end: number | null;
  to_end: number | null;
  reason: string | null;
  operator: string;
  operator_id: number | null;
  created_at: number;
  paid_days: number | null;
  paid_thirtieths: number | null;
  paid_terms: number | null;
}

interface MenuGroupsTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  icon_id: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MenuItemsTable {
  id: Generated<number>;
  group_id: number;
  name: string;
  name_en: string | null;
  icon_id: number | null;
  kind: 'internal' | 'external' | 'app' | 'agent';
  target: string;
  badge: string | null;
  required_vip_level: number | null;
  login_required: number;
  platforms: string | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MindMapTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  title: string | null;
  template_id: number | null;
  outline: string | null;
  nodes: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MindMapTemplatesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  outline: string;
  layout: 'right' | 'both' | 'tree' | 'timeline';
  required_vip_level: number | null;
  use_count: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MiniAppCategoriesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  icon_id: number | null;
  member_only: number;
  hidden_from_others: number;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MiniAppVersionsTable {
  id: Generated<number>;
  owner_id: number;
  no: number;
  note: string | null;
  publisher: string | null;
  content: string | null;
  created_at: number;
}

interface MiniAppsTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  key: string;
  category_id: number;
  icon_id: number | null;
  description: string | null;
  form: string;
  prompt: string;
  model_id: number | null;
  output: 'text' | 'table' | 'image';
  demo: string | null;
  required_vip_level: number | null;
  price: number | null;
  use_count: number | null;
  collect_count: number | null;
  sort: number | null;
  status: 'draft' | 'pending' | 'published' | 'rejected' | 'unpublished';
  published_version: number | null;
  published_at: number | null;
  reject_reason: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  changed_since: Generated<number>;
}

interface ModelPricesTable {
  id: Generated<number>;
  model_id: number;
  model_name: string | null;
  billing_mode: 'perToken' | 'perCall' | 'perImage' | 'perSecond' | 'perPage' | 'free' | null;
  asset: 'coin' | 'compute' | null;
  price_in: number | null;
  price_in_before: number | null;
  price_out: number | null;
  price_out_before: number | null;
  price_unit: number | null;
  price_unit_before: number | null;
  min_charge: number | null;
  think_bps: number | null;
  effective_at: number;
  actor: string | null;
  created_at: number;
}

interface ModelUsesTable {
  id: Generated<number>;
  user_id: number;
  model_id: number;
  request_id: string;
  created_at: number;
}

interface MusicStylesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  mood: 'calm' | 'happy' | 'sad' | 'epic' | 'energetic';
  style_tags: string;
  instrumental: number;
  cover: string | null;
  sample: string | null;
  use_count: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface MusicTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  title: string | null;
  lyrics: string | null;
  style_id: number | null;
  seconds: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  files_deleted_at: number | null;
}

interface NoticeReadsTable {
  id: Generated<number>;
  notice_id: number;
  user_id: number;
  created_at: number;
}

interface NoticeRecipientsTable {
  id: Generated<number>;
  notice_id: number;
  user_id: number;
  created_at: number;
}

interface NoticesTable {
  id: Generated<number>;
  title: string;
  title_en: string | null;
  type: 'notice' | 'activity' | 'maintenance' | 'update';
  level: 'info' | 'warn' | 'critical';
  content: string;
  content_en: string | null;
  display: 'list' | 'popup' | 'banner' | 'bell';
  audience: 'all' | 'vip' | 'nonVip' | 'new' | 'chosen';
  platforms: string | null;
  start_at: number | null;
  end_at: number | null;
  dismissible: number;
  pinned: number;
  status: 'draft' | 'scheduled' | 'published' | 'unpublished';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  popup_frequency: Generated<'once' | 'daily' | 'always'>;
  read_count: Generated<number>;
}

interface NotificationClearsTable {
  admin_id: number;
  type: string;
  until: number;
}

interface NotificationMarksTable {
  notification_id: number;
  admin_id: number;
  read_at: number;
}

interface NotificationsTable {
  id: Generated<number>;
  type: string;
  event: string;
  severity: string;
  audience: string;
  admin_id: number | null;
  dedupe_key: string;
  happened: number;
  params: string;
  route: string | null;
  created_at: number;
  updated_at: number;
  mailed_at: number | null;
  posted_at: number | null;
}

interface OrdersTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  product_type: 'vip' | 'coin' | 'compute';
  product_id: number | null;
  product_name: string | null;
  product_snapshot: string | null;
  quantity: number | null;
  amount: number | null;
  discount: number | null;
  payable: number;
  paid: number;
  refunded: number;
  currency: string | null;
  pay_channel: 'alipay' | 'wechat' | 'epay' | 'stripe' | 'sandbox' | 'manual';
  trade_no: string | null;
  fulfil_status: 'none' | 'done' | 'failed' | 'reversed';
  fulfil_error: string | null;
  fulfil_tries: number | null;
  late_paid: number;
  client_ref: string | null;
  remark: string | null;
  expires_at: number | null;
  paid_at: number | null;
  fulfilled_at: number | null;
  closed_at: number | null;
  closed_reason: string | null;
  status: 'pending' | 'paid' | 'fulfilled' | 'fulfilFailed' | 'refunding' | 'partiallyRefunded' | 'refunded' | 'closed';
  next_fulfil_at: number | null;
  next_query_at: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  stock_taken: Generated<number>;
  pay_method: 'native' | 'jsapi' | 'h5' | null;
  client: 'web' | 'h5' | 'wechat' | 'android' | 'ios' | 'desktop' | null;
  ip: string | null;
  distributor_id: number | null;
  region_code: string | null;
  evidence_file: string | null;
  net: Generated<number>;
  test_money: Generated<number>;
  next_refund_check_at: number | null;
}

interface PayableBalancesTable {
  id: Generated<number>;
  distributor_id: number | null;
  agent_id: number | null;
  currency: string;
  pending: Generated<number>;
  available: Generated<number>;
  debt: Generated<number>;
  reserved: Generated<number>;
  withdrawn: Generated<number>;
  total_income: Generated<number>;
}

interface PayableEntriesTable {
  id: Generated<number>;
  distributor_id: number | null;
  agent_id: number | null;
  account: 'pending' | 'available' | 'reserved' | 'sysIncome' | 'sysPaidOut' | 'sysFee';
  seq: number | null;
  delta: number;
  balance_after: number | null;
  cause: 'earn' | 'settle' | 'refund' | 'reverse' | 'reserve' | 'release' | 'pay';
  cause_id: string | null;
  operator: 'admin' | 'service' | 'user' | 'system' | null;
  operator_id: number | null;
  reason: string | null;
  transaction_id: string;
  created_at: number;
  currency: Generated<string>;
}

interface PaymentEventsTable {
  id: Generated<number>;
  order_id: number | null;
  channel: 'alipay' | 'wechat' | 'epay' | 'stripe' | 'sandbox' | 'manual';
  kind: 'notify' | 'query' | 'manual' | 'refund';
  result: 'applied' | 'duplicate' | 'alreadyPaid' | 'badSignature' | 'stale' | 'malformed' | 'channelOff' | 'otherMerchant' | 'channelMismatch' | 'amountMismatch' | 'currencyMismatch' | 'tradeNoReused' | 'approvalRequired' | 'unknownOrder' | 'notPaid' | 'conflicting' | 'failed' | 'cameBack' | 'disputeWon' | 'disputeLost' | 'disputed' | 'refundedOutside' | 'rerouted';
  verified: number;
  amount: number | null;
  currency: string | null;
  trade_no: string | null;
  event_id: string | null;
  note: string | null;
  actor_id: number | null;
  raw: string | null;
  created_at: number;
}

interface PaymentReversalsTable {
  id: Generated<number>;
  order_id: number;
  channel: string;
  kind: string;
  reference: string;
  status: string;
  amount: number | null;
  currency: string;
  reason: string | null;
  refund_id: number | null;
  membership_id: number | null;
  next_try_at: number | null;
  created_at: number;
  updated_at: number;
}

interface PdfChunksTable {
  id: Generated<number>;
  doc_id: number;
  content: string;
  page_from: number | null;
  page_to: number | null;
  seq: number | null;
  tokens: number | null;
  status: 'pending' | 'indexed' | 'failed';
  enabled: number;
  hit_count: number | null;
  last_hit_at: number | null;
  generation: number;
  hash: string | null;
  error: string | null;
  embedding_model_id: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface PdfDocsTable {
  id: Generated<number>;
  user_id: number;
  request_id: string | null;
  name: string;
  file: string | null;
  content_hash: string | null;
  size: number | null;
  pages: number | null;
  language: string | null;
  stage: 'parse' | 'clean' | 'split' | 'index' | null;
  progress: number | null;
  error_code: 'encrypted' | 'damaged' | 'tooManyPages' | 'tooLarge' | 'noText' | 'unreadableText' | 'encoding' | 'openQuote' | 'format' | 'tooManyChunks' | 'timeout' | 'memory' | 'fileGone' | 'unreachable' | 'rejected' | 'status' | 'embedding' | 'embeddingBusy' | 'ocrOff' | 'ocrTooManyPages' | 'ocrRejected' | 'ocrBusy' | 'ocrAnswer' | 'holdGone' | 'unpaid' | 'ownerBlocked' | 'lost' | 'unexpected' | null;
  error: string | null;
  warnings: string | null;
  attempts: number | null;
  stuck: number;
  heartbeat_at: number | null;
  started_at: number | null;
  finished_at: number | null;
  chunk_count: number | null;
  token_count: number | null;
  char_count: number | null;
  summary: string | null;
  generation: number | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  hold_no: string | null;
  duration_ms: number | null;
  expires_at: number | null;
  status: 'queued' | 'parsing' | 'parsed' | 'embedding' | 'ready' | 'failed' | 'cancelled' | 'expired';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  lease_owner: string | null;
  lease_until: number | null;
  next_try_at: number | null;
  free_pages: number | null;
  parse_mode: Generated<'text' | 'layout' | 'ocr'>;
  scanned_pages: number | null;
  ocr_pages: number | null;
  ocr_planned: Generated<number>;
  ocr_paid: Generated<number>;
  ocr_price: Generated<number>;
  waived: Generated<number>;
}

interface PdfMessagesTable {
  id: number | null;
  session_id: number | null;
  user_id: number | null;
  seq: number | null;
  role: 'user' | 'assistant' | 'system' | 'tool' | null;
  content: string | null;
  attachments: string | null;
  model_name: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  latency_ms: number | null;
  status: 'ok' | 'stopped' | 'error' | 'blocked' | null;
  feedback: 'none' | 'up' | 'down' | null;
  created_at: number | null;
}

interface PdfOcrPagesTable {
  doc_id: number;
  page: number;
  content: string | null;
}

interface PdfVectorsTable {
  chunk_id: number;
  doc_id: number;
  dims: number;
  vector: Uint8Array;
}

interface PowerPacksTable {
  id: Generated<number>;
  name: string;
  compute: number;
  bonus: Generated<number>;
  first_buy_bonus: Generated<number>;
  price: number;
  original_price: number | null;
  valid_days: Generated<number>;
  limit_per_user: Generated<number>;
  vip_level_required: Generated<number>;
  capabilities: string | null;
  cover: string | null;
  tag: string | null;
  recommended: number;
  sales: Generated<number>;
  revenue: Generated<number>;
  sort: number | null;
  status: 'off' | 'on';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  stock: number | null;
  revenue_currency: string | null;
}

interface ProductSalesTable {
  id: Generated<number>;
  grant_key: string;
  user_id: number;
  kind: string;
  product_id: number;
  quantity: number;
  paid: number;
  created_at: number;
  currency: Generated<string>;
  test_money: Generated<number>;
}

interface QuotaBucketsTable {
  id: Generated<number>;
  membership_id: number;
  capability: string;
  period: string;
  period_start: number;
  period_end: number | null;
  granted: number;
  used: Generated<number>;
  created_at: number;
  model_group: Generated<string>;
  term: Generated<number>;
  period_no: Generated<number>;
  amount: Generated<number>;
  restored: Generated<number>;
}

interface QuotaTakesTable {
  id: Generated<number>;
  hold_id: number;
  bucket_id: number;
  amount: number;
}

interface RecallRecordsTable {
  id: Generated<number>;
  query: string;
  knowledge_id: number;
  source: 'test' | 'golden' | 'chat' | 'agent' | 'api';
  user_id: number | null;
  mode: 'hybrid' | 'vector' | 'keyword' | null;
  top_k: number | null;
  score_min: number | null;
  vector_weight: number | null;
  result_count: number | null;
  top_score: number | null;
  latency_ms: number | null;
  results: string | null;
  verdict: 'none' | 'good' | 'bad';
  note: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  fusion: 'weighted' | 'reciprocal' | null;
  rank_constant: number | null;
  rerank: 'done' | 'failed' | null;
}

interface RecallRunsTable {
  id: Generated<number>;
  kind: 'batch' | 'golden';
  knowledge_id: number;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  done: number;
  total: number;
  passed: number | null;
  recall: number | null;
  last_recall: number | null;
  reciprocal_rank: string | null;
  without_hits: number | null;
  k: number | null;
  rule: string | null;
  items: string | null;
  error: 'lost' | 'serverGone' | 'backupGone' | 'backupFileGone' | 'backupElsewhere' | 'backupChanged' | 'backupCut' | 'noBackup' | 'keyMissing' | 'backupPart' | 'backupLonger' | 'databaseBroken' | 'notAsWritten' | 'off' | 'host' | 'dns' | 'connect' | 'timeout' | 'tls' | 'auth' | 'rejected' | 'discovery' | 'issuer' | 'metadata' | 'answer' | 'gone' | 'rebuilt' | 'changed' | 'tooLarge' | 'stopped' | 'notStored' | 'failed' | 'fileMissing' | 'noArchive' | 'newerVersion' | 'zipDamaged' | 'unpacksTooLarge' | 'listTooLarge' | 'baseRejected' | 'documentRejected' | 'contentMissing' | 'contentChanged' | 'chunkWrong' | 'questionWrong' | 'tooManyRows' | 'tooManyDocuments' | 'tooManyChunks' | 'documentTooLarge' | 'nameTaken' | 'noUser' | 'basesFull' | 'noModel' | 'modelOff' | 'noKey' | 'dimensions' | 'number' | 'model' | 'unexpected' | null;
  started_at: number | null;
  finished_at: number | null;
  questions: string | null;
  job_id: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  error_detail: string | null;
}

interface RecoveryCodesTable {
  id: Generated<number>;
  admin_id: number;
  code_mac: string;
  used_at: number | null;
}

interface RedeemBatchesTable {
  id: Generated<number>;
  no: string | null;
  name: string;
  kind: 'coin' | 'compute' | 'vip' | 'mixed' | null;
  mode: 'single' | 'shared' | null;
  coin: number | null;
  compute: number | null;
  count: number | null;
  max_uses: number | null;
  per_user_limit: number | null;
  credit_days: number | null;
  valid_from: number | null;
  expires_at: number | null;
  channel: string | null;
  cost: number | null;
  used: number | null;
  voided: number | null;
  exported_at: number | null;
  remark: string | null;
  code_key: string | null;
  status: 'active' | 'voided';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  vip_plan_id: number | null;
  vip_days: number | null;
  vip_snapshot: string | null;
  prefix: string | null;
  code_length: Generated<number | null>;
  grouping: Generated<number | null>;
  reversed: Generated<number | null>;
}

interface RedeemCodesTable {
  id: Generated<number>;
  code_hash: string;
  code_enc: string;
  tail: string | null;
  batch_id: number;
  max_uses: number | null;
  used_count: number | null;
  expires_at: number | null;
  used_at: number | null;
  void_reason: string | null;
  status: 'unused' | 'partlyUsed' | 'used' | 'voided' | 'reversed';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  reversed_count: Generated<number | null>;
}

interface RedemptionsTable {
  id: Generated<number>;
  code_id: number;
  batch_id: number;
  user_id: number;
  nth: number | null;
  grants: string | null;
  ip: string | null;
  created_at: number;
  reclaimed_coin: Generated<number | null>;
  reclaimed_compute: Generated<number | null>;
  reclaimed_days: Generated<number | null>;
  lost_coin: Generated<number | null>;
  lost_compute: Generated<number | null>;
  lost_days: Generated<number | null>;
  reason: string | null;
  reversed_at: number | null;
  status: Generated<'granted' | 'reversed'>;
  version: Generated<number>;
  updated_at: Generated<number>;
  created_by: number | null;
  updated_by: number | null;
}

interface RefundsTable {
  id: Generated<number>;
  no: string | null;
  order_id: number;
  user_id: number;
  channel: 'alipay' | 'wechat' | 'epay' | 'stripe' | 'sandbox' | 'manual';
  amount: number;
  kind: 'full' | 'partial';
  reason: string | null;
  reclaimed_coin: number | null;
  reclaimed_compute: number | null;
  reclaimed_days: number | null;
  shortfall: number | null;
  channel_refund_no: string | null;
  tries: number | null;
  error: string | null;
  finished_at: number | null;
  status: 'processing' | 'succeeded' | 'failed' | 'requested' | 'rejected' | 'cancelled' | 'returned';
  order_status: string | null;
  next_try_at: number | null;
  reclaimed_ms: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  requested_by: Generated<'admin' | 'user' | 'gateway' | null>;
  decision: string | null;
  came_back: Generated<'no' | 'waiting' | 'settled'>;
  came_back_why: string | null;
  hand_paid_no: string | null;
  transfer_key: string | null;
  next_look_at: number | null;
  currency: string | null;
}

interface RegionalAgentsTable {
  id: Generated<number>;
  name: string;
  user_id: number;
  region_code: string;
  region_name: string | null;
  level: 'province' | 'city' | 'district' | null;
  rate_bps: number | null;
  start_on: string;
  end_on: string;
  expiring: Generated<number>;
  deposit: number | null;
  contract_no: string | null;
  contact: string | null;
  phone: string | null;
  pending: Generated<number>;
  available: Generated<number>;
  debt: Generated<number>;
  reserved: Generated<number>;
  withdrawn: Generated<number>;
  total_income: Generated<number>;
  remark: string | null;
  reason: string | null;
  approved_at: number | null;
  last_seq: Generated<number>;
  status: 'pending' | 'active' | 'suspended' | 'expired' | 'terminated';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  file: string | null;
  format: string | null;
  currency: string | null;
}

interface RegionalIncomesTable {
  id: Generated<number>;
  agent_id: number;
  order_id: number;
  buyer_id: number;
  region_code: string | null;
  month: string;
  kind: 'earned' | 'refund' | 'manual';
  source_no: string;
  base: number;
  rate_bps: number;
  amount: number;
  net: Generated<number>;
  settled_at: number | null;
  reversal_of: number | null;
  reason: string | null;
  status: 'pending' | 'settled' | 'reversed';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  currency: string | null;
}

interface RegistrationGiftsTable {
  id: Generated<number>;
  user_id: number;
  contact_hash: string | null;
  early: number;
  coin: number;
  compute: number;
  created_at: number;
}

interface RetentionMarksTable {
  name: string;
  kept_from: string;
}

interface RetryStatesTable {
  id: Generated<number>;
  work: string;
  record_id: number;
  tries: number;
  why: string;
  retry_at: number;
  created_at: number;
  updated_at: number;
}

interface RiskEventsTable {
  id: Generated<number>;
  name: string | null;
  rule_id: number | null;
  kind: 'registrations' | 'signIns' | 'redeemFailures' | 'spending' | 'violations' | 'debt';
  user_id: number;
  people: number | null;
  measured: number | null;
  threshold: number | null;
  window_minutes: number | null;
  involved: string | null;
  action_taken: 'flag' | 'captcha' | 'limit' | 'freeze';
  last_at: number | null;
  subject: string | null;
  note: string | null;
  status: 'open' | 'handled' | 'ignored';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  acted_at: number | null;
  acts_until: number | null;
  renewals: Generated<number | null>;
}

interface RiskRestrictionsTable {
  id: Generated<number>;
  name: string | null;
  measure: 'captcha' | 'limit';
  target: 'person' | 'address' | 'network';
  user_id: number | null;
  event_id: number;
  until: number;
  window_minutes: number;
  released_until: number | null;
  passes: number | null;
  subject: string | null;
  note: string | null;
  status: 'active' | 'lifted' | 'over';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface RiskRulesTable {
  id: Generated<number>;
  name: string;
  kind: 'registrations' | 'signIns' | 'redeemFailures' | 'spending' | 'violations' | 'debt';
  threshold: number;
  window_minutes: number;
  action: 'flag' | 'captcha' | 'limit' | 'freeze';
  freeze_hours: number;
  status: 'enabled' | 'disabled';
  hit_count: number | null;
  last_hit_at: number | null;
  checked_at: number | null;
  remark: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface SandboxPaymentsTable {
  order_no: string;
  trade_no: string;
  amount: number;
  currency: string;
  created_at: number;
}

interface SandboxRefundsTable {
  refund_no: string;
  trade_no: string;
  amount: number;
  created_at: number;
}

interface SavedViewsTable {
  id: Generated<number>;
  owner_id: number;
  resource: string;
  name: string;
  audience: string;
  query: string;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

interface SchemaMigrationsTable {
  id: string;
  checksum: string;
  applied_at: number;
}

interface SecretRootsTable {
  id: number;
  sealed: string;
}

interface ServerInstancesTable {
  holder: string;
  place: string;
  began_at: number;
  seen_at: number;
}

interface ServiceClientsTable {
  id: Generated<number>;
  name: string;
  client_id: string;
  scopes: string;
  ip_allowlist: string | null;
  rate_per_minute: number;
  last_used_at: number | null;
  expires_at: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  signed_only: Generated<number>;
  review: 'disabled' | 'narrowed' | 'deleted' | null;
  granted_by: number | null;
}

interface ServiceNoncesTable {
  client_id: number;
  nonce: string;
  expires_at: number;
}

interface ServiceSecretsTable {
  id: Generated<number>;
  client_id: number;
  hash: string;
  expires_at: number | null;
  created_at: number;
  signing_key: string | null;
}

interface SessionEpochsTable {
  id: number;
  epoch: number;
  restored_at: Generated<number>;
  latest_at: Generated<number>;
  turned_back_at: Generated<number>;
}

interface SettingHistoriesTable {
  id: Generated<number>;
  page: string;
  group_name: string;
  version: number;
  before_content: string;
  after_content: string;
  changed_by: number | null;
  changed_by_name: string;
  changed_at: number;
}

interface SettingSecretsTable {
  id: Generated<number>;
  page: string;
  group_name: string;
  field: string;
  sealed: string;
  mask: string;
  mac: string;
}

interface SettingsTable {
  id: Generated<number>;
  page: string;
  group_name: string;
  version: number;
  content: string;
  updated_at: number;
  updated_by: number | null;
}

interface SignLogsTable {
  id: Generated<number>;
  user_id: number;
  sign_date: string;
  streak: Generated<number>;
  cycle_day: number | null;
  coin: Generated<number>;
  compute: Generated<number>;
  vip_days: Generated<number>;
  plan_id: number | null;
  expires_at: number | null;
  make_up: number;
  risk: 'none' | 'flagged';
  ip: string | null;
  short_coin: Generated<number>;
  short_compute: Generated<number>;
  short_days: Generated<number>;
  reason: string | null;
  status: 'granted' | 'revoked';
  network_hash: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  extra_coin: Generated<number>;
}

interface SignRulesTable {
  id: Generated<number>;
  day_no: number;
  coin: number | null;
  compute: number | null;
  extra_coin: number | null;
  plan_id: number | null;
  vip_days: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  extra_coin_min: Generated<number | null>;
}

interface SlideTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  template_id: number | null;
  outline: string | null;
  pages: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  stage: 'outline' | 'content' | 'render' | null;
  source: 'topic' | 'outline' | 'document' | 'url' | null;
  inputs: string | null;
  language: string | null;
  theme: string | null;
  downloads: number | null;
  files_deleted_at: number | null;
}

interface SlideTemplatesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  category: 'report' | 'pitch' | 'education' | 'marketing' | 'personal';
  cover: string | null;
  color: string | null;
  page_types: string;
  file: string;
  required_vip_level: number | null;
  use_count: number | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface UsageDailyTable {
  id: Generated<number>;
  day: string;
  user_id: number;
  capability: string;
  model_id: number;
  api_key_id: number;
  requests: number;
  success: number;
  failed: number;
  prompt_tokens: number;
  completion_tokens: number;
  units: number;
  charged_coin: number;
  charged_compute: number;
  upstream_cost: number;
}

interface UsageRecordsTable {
  id: Generated<number>;
  request_id: string;
  user_id: number;
  capability: 'chat' | 'write' | 'draw' | 'video' | 'ppt' | 'music' | 'mindMap' | 'pdf' | 'know' | 'agent' | 'app';
  model_id: number | null;
  model_name: string | null;
  api_key_id: number | null;
  prompt_tokens: Generated<number>;
  completion_tokens: Generated<number>;
  units: Generated<number>;
  asset: 'coin' | 'compute';
  list_amount: Generated<number>;
  charged_amount: Generated<number>;
  upstream_cost: Generated<number>;
  status: 'success' | 'failed' | null;
  error_code: string | null;
  latency_ms: number | null;
  stream: number;
  day: string;
  hold_id: number | null;
  created_at: number;
  quota_amount: Generated<number>;
  hour: Generated<number>;
  cached_tokens: Generated<number>;
  first_token_ms: number | null;
  source_type: 'app' | 'agent' | 'task' | 'chat' | 'know' | 'pdf' | null;
  source_id: string | null;
}

interface UsageSumsTable {
  span: string;
  day: string;
  hour: number;
  user_id: number;
  capability: string;
  model_id: number;
  api_key_id: number;
  stripe: number;
  requests: number;
  success: number;
  failed: number;
  prompt_tokens: number;
  completion_tokens: number;
  units: number;
  charged_coin: number;
  charged_compute: number;
  upstream_cost: number;
}

interface UserIdentitiesTable {
  id: Generated<number>;
  user_id: number;
  provider_id: number;
  mask: string | null;
  fingerprint: string;
  union_fingerprint: string | null;
  last_used_at: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface UserMembershipsTable {
  id: Generated<number>;
  user_id: number;
  plan_id: number;
  plan_name: string | null;
  plan_snapshot: string | null;
  level: number | null;
  start_at: number | null;
  end_at: number | null;
  source: 'order' | 'redeem' | 'sign' | 'invite' | 'admin' | 'gift' | null;
  source_id: number | null;
  suspended_at: number | null;
  reason: string | null;
  remaining_ms: number | null;
  quota_from: number | null;
  notice_at: number | null;
  status: 'scheduled' | 'active' | 'suspended' | 'expired' | 'revoked';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  anchor_at: number | null;
  quota_term: Generated<number>;
  quota_elapsed_ms: number | null;
  paid_days: number | null;
  paid_thirtieths: number | null;
}

interface UserVisitsTable {
  day: string;
  user_id: number;
  first_at: number;
}

interface UsersTable {
  id: Generated<number>;
  username: string;
  nickname: string | null;
  avatar: string | null;
  email: string | null;
  phone: string | null;
  kind: 'user' | 'tester';
  source: 'web' | 'h5' | 'wechat' | 'invite' | 'import' | null;
  tags: string | null;
  remark: string | null;
  locale: 'zh-CN' | 'en-US' | null;
  invite_code: string | null;
  inviter_id: number | null;
  vip_level: Generated<number>;
  vip_expires_at: number | null;
  coin_balance: Generated<number>;
  compute_balance: Generated<number>;
  total_paid: Generated<number>;
  order_count: Generated<number>;
  sign_streak: Generated<number>;
  register_ip: string | null;
  last_active_at: number | null;
  ban_reason: string | null;
  ban_until: number | null;
  token_version: Generated<number>;
  status: 'active' | 'pending' | 'banned' | 'deleted';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  region_code: string | null;
  username_key: string | null;
  email_key: string | null;
  gender: 'male' | 'female' | 'other' | null;
  real_name: string | null;
  last_login_at: number | null;
  last_login_ip: string | null;
  real_name_mask: string | null;
  id_card: string | null;
  id_card_mask: string | null;
  id_card_key: string | null;
  verified: Generated<number | null>;
  verified_at: number | null;
  violation_count: Generated<number>;
  paid_currency: string | null;
}

interface VerificationCodesTable {
  id: Generated<number>;
  channel: string;
  purpose: string;
  subject: string;
  code_mac: string;
  state: string;
  tries: number;
  expires_at: number;
  created_at: number;
}

interface VideoTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  seconds: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  mode: 'text' | 'image' | 'frames' | 'extend' | null;
  inputs: string | null;
  files_deleted_at: number | null;
}

interface ViewDefaultsTable {
  admin_id: number;
  resource: string;
  view_id: number;
}

interface ViolationLogsTable {
  id: Generated<number>;
  user_id: number | null;
  source: 'chat' | 'draw' | 'video' | 'music' | 'write' | null;
  scope: 'prompt' | 'output' | 'nickname' | 'draw' | 'file' | null;
  excerpt: string | null;
  words: string | null;
  action_taken: 'block' | 'mask' | 'review' | 'warn' | null;
  handled: 'open' | 'ignored' | 'warned';
  note: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface VipFaqsTable {
  id: Generated<number>;
  question: string;
  question_en: string | null;
  answer: string;
  answer_en: string | null;
  category: string | null;
  sort: number | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface VipPlansTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  level: number;
  badge: string | null;
  cover: string | null;
  description: string | null;
  features: string | null;
  price: number;
  original_price: number | null;
  duration_value: number;
  duration_unit: 'day' | 'month' | 'year' | 'forever';
  quotas: string | null;
  gift_coin: Generated<number>;
  gift_compute: Generated<number>;
  limit_per_user: Generated<number>;
  renewal_policy: 'inherit' | 'extend' | 'reset' | 'queue' | 'replace';
  recommended: number;
  visible_from: number | null;
  visible_to: number | null;
  sales: Generated<number>;
  revenue: Generated<number>;
  sort: number | null;
  status: 'off' | 'on';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  concurrency: Generated<number>;
  rate_multiplier: Generated<number>;
  allow_models: string | null;
  allow_app_categories: string | null;
  stock: number | null;
  revenue_currency: string | null;
}

interface WalletsTable {
  id: Generated<number>;
  user_id: number;
  asset: 'coin' | 'compute';
  balance: Generated<number>;
  held: Generated<number>;
  debt: Generated<number>;
  last_seq: Generated<number>;
  changed_at: number | null;
  created_at: number;
}

interface WebhookCursorsTable {
  id: number;
  place: string;
  updated_at: number;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  endpoint_id: number;
  event: 'settings.changed' | 'lexicon.changed' | 'model.changed' | 'key.changed' | 'product.changed' | 'content.changed' | 'notice.changed' | 'user.changed' | 'user.banned' | 'redemption.reversed' | 'webhook.test';
  event_id: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: number;
  response_status: number | null;
  error: 'status' | 'gone' | 'redirect' | 'host' | 'dns' | 'connect' | 'timeout' | 'answer' | 'secret' | null;
  duration_ms: number | null;
  last_attempt_at: number | null;
  next_attempt_at: number | null;
  payload: string;
  response: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface WebhookEndpointsTable {
  id: Generated<number>;
  name: string;
  url: string;
  events: string;
  service_client_id: number | null;
  last_success_at: number | null;
  failing_since: number | null;
  disabled_reason: 'failing' | 'gone' | null;
  status: 'enabled' | 'disabled';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface WebhookSecretsTable {
  id: Generated<number>;
  endpoint_id: number;
  secret: string | null;
  expires_at: number | null;
  created_at: number;
}

interface WithdrawalsTable {
  id: Generated<number>;
  no: string | null;
  distributor_id: number | null;
  agent_id: number | null;
  amount: number;
  fee: Generated<number>;
  payout: Generated<number>;
  channel: 'alipay' | 'wechat' | 'bank';
  account: string | null;
  account_mask: string | null;
  real_name: string | null;
  real_name_mask: string | null;
  bank_name: string | null;
  external_no: string | null;
  voucher: string | null;
  reason: string | null;
  approved_by: number | null;
  approved_at: number | null;
  paid_by: number | null;
  finished_at: number | null;
  status: 'requested' | 'approved' | 'paying' | 'paid' | 'failed' | 'rejected';
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  attempt: Generated<number>;
  currency: Generated<string>;
}

interface WriteRerunsTable {
  id: Generated<number>;
  task_no: string | null;
  task_id: number;
  prompt: string | null;
  model_id: number;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
  content: string | null;
  characters: number | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  upstream_cost: number | null;
  error: 'lost' | 'serverGone' | 'backupGone' | 'backupFileGone' | 'backupElsewhere' | 'backupChanged' | 'backupCut' | 'noBackup' | 'keyMissing' | 'backupPart' | 'backupLonger' | 'databaseBroken' | 'notAsWritten' | 'off' | 'host' | 'dns' | 'connect' | 'timeout' | 'tls' | 'auth' | 'rejected' | 'discovery' | 'issuer' | 'metadata' | 'answer' | 'gone' | 'rebuilt' | 'changed' | 'tooLarge' | 'stopped' | 'notStored' | 'failed' | 'fileMissing' | 'noArchive' | 'newerVersion' | 'zipDamaged' | 'unpacksTooLarge' | 'listTooLarge' | 'baseRejected' | 'documentRejected' | 'contentMissing' | 'contentChanged' | 'chunkWrong' | 'questionWrong' | 'tooManyRows' | 'tooManyDocuments' | 'tooManyChunks' | 'documentTooLarge' | 'nameTaken' | 'noUser' | 'basesFull' | 'noModel' | 'modelOff' | 'noKey' | 'dimensions' | 'number' | 'model' | 'unexpected' | null;
  started_at: number | null;
  finished_at: number | null;
  job_id: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  error_detail: string | null;
  is_cut: number | null;
}

interface WriteTasksTable {
  id: Generated<number>;
  no: string | null;
  user_id: number;
  request_id: string | null;
  prompt: string | null;
  params: string | null;
  model_id: number | null;
  channel: string | null;
  upstream_id: string | null;
  progress: number | null;
  attempt: number;
  results: string | null;
  error_code: string | null;
  error: string | null;
  asset: 'coin' | 'compute';
  amount: number;
  charged: number;
  refunded: number;
  hold_no: string | null;
  publication: 'private' | 'pending' | 'public' | 'rejected';
  reject_reason: string | null;
  started_at: number | null;
  finished_at: number | null;
  timeout_at: number | null;
  status: 'queued' | 'blocked' | 'submitted' | 'running' | 'unknown' | 'succeeded' | 'failed' | 'timedOut' | 'cancelled';
  template_id: number | null;
  content: string | null;
  words: number | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
}

interface WriteTemplateVersionsTable {
  id: Generated<number>;
  owner_id: number;
  no: number;
  note: string | null;
  publisher: string | null;
  content: string | null;
  created_at: number;
}

interface WriteTemplatesTable {
  id: Generated<number>;
  name: string;
  name_en: string | null;
  key: string;
  category: 'article' | 'marketing' | 'business' | 'education' | 'social' | 'life';
  icon_id: number | null;
  description: string | null;
  form: string;
  prompt: string;
  model_id: number | null;
  output: 'markdown' | 'text' | 'html';
  max_words: number;
  required_vip_level: number | null;
  price: number | null;
  use_count: number | null;
  sort: number | null;
  status: 'draft' | 'pending' | 'published' | 'rejected' | 'unpublished';
  published_version: number | null;
  published_at: number | null;
  reject_reason: string | null;
  version: Generated<number>;
  created_at: number;
  updated_at: number;
  created_by: number | null;
  updated_by: number | null;
  changed_since: Generated<number>;
  sample: string | null;
}

/** Every table and view with its columns, as both databases give them. */
export interface Tables {
  admin_credentials: AdminCredentialsTable;
  admin_sessions: AdminSessionsTable;
  admins: AdminsTable;
  agent_categories: AgentCategoriesTable;
  agent_versions: AgentVersionsTable;
  agents: AgentsTable;
  ai_backgrounds: AiBackgroundsTable;
  ai_icons: AiIconsTable;
  ai_models: AiModelsTable;
  ai_techs: AiTechsTable;
  alert_channels: AlertChannelsTable;
  allow_words: AllowWordsTable;
  api_key_events: ApiKeyEventsTable;
  api_keys: ApiKeysTable;
  approvals: ApprovalsTable;
  attempts: AttemptsTable;
  audit_checkpoints: AuditCheckpointsTable;
  audit_entries: AuditEntriesTable;
  audit_heads: AuditHeadsTable;
  audit_logs: AuditLogsTable;
  audit_queue: AuditQueueTable;
  audit_seals: AuditSealsTable;
  background_jobs: BackgroundJobsTable;
  backups: BackupsTable;
  banned_words: BannedWordsTable;
  captchas: CaptchasTable;
  carousels: CarouselsTable;
  chat_counters: ChatCountersTable;
  chat_message_origins: ChatMessageOriginsTable;
  chat_messages: ChatMessagesTable;
  chat_session_origins: ChatSessionOriginsTable;
  chat_sessions: ChatSessionsTable;
  client_app_secrets: ClientAppSecretsTable;
  client_apps: ClientAppsTable;
  commissions: CommissionsTable;
  course_schedules: CourseSchedulesTable;
  courses: CoursesTable;
  credit_lots: CreditLotsTable;
  currency_packs: CurrencyPacksTable;
  datasets: DatasetsTable;
  distributors: DistributorsTable;
  doc_votes: DocVotesTable;
  document_parts: DocumentPartsTable;
  document_texts: DocumentTextsTable;
  documents: DocumentsTable;
  draw_categories: DrawCategoriesTable;
  draw_prompt_categories: DrawPromptCategoriesTable;
  draw_prompts: DrawPromptsTable;
  draw_tasks: DrawTasksTable;
  files: FilesTable;
  front_versions: FrontVersionsTable;
  golden_questions: GoldenQuestionsTable;
  guess_counters: GuessCountersTable;
  help_doc_versions: HelpDocVersionsTable;
  help_docs: HelpDocsTable;
  holds: HoldsTable;
  idempotency_keys: IdempotencyKeysTable;
  identity_providers: IdentityProvidersTable;
  integrity_checks: IntegrityChecksTable;
  invite_records: InviteRecordsTable;
  key_leases: KeyLeasesTable;
  know_chunks: KnowChunksTable;
  know_docs: KnowDocsTable;
  know_vector_heads: KnowVectorHeadsTable;
  know_vectors: KnowVectorsTable;
  knowledge_bases: KnowledgeBasesTable;
  knowledge_exports: KnowledgeExportsTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  ledger_postings: LedgerPostingsTable;
  login_logs: LoginLogsTable;
  membership_changes: MembershipChangesTable;
  menu_groups: MenuGroupsTable;
  menu_items: MenuItemsTable;
  mind_map_tasks: MindMapTasksTable;
  mind_map_templates: MindMapTemplatesTable;
  mini_app_categories: MiniAppCategoriesTable;
  mini_app_versions: MiniAppVersionsTable;
  mini_apps: MiniAppsTable;
  model_prices: ModelPricesTable;
  model_uses: ModelUsesTable;
  music_styles: MusicStylesTable;
  music_tasks: MusicTasksTable;
  notice_reads: NoticeReadsTable;
  notice_recipients: NoticeRecipientsTable;
  notices: NoticesTable;
  notification_clears: NotificationClearsTable;
  notification_marks: NotificationMarksTable;
  notifications: NotificationsTable;
  orders: OrdersTable;
  payable_balances: PayableBalancesTable;
  payable_entries: PayableEntriesTable;
  payment_events: PaymentEventsTable;
  payment_reversals: PaymentReversalsTable;
  pdf_chunks: PdfChunksTable;
  pdf_docs: PdfDocsTable;
  pdf_messages: PdfMessagesTable;
  pdf_ocr_pages: PdfOcrPagesTable;
  pdf_vectors: PdfVectorsTable;
  power_packs: PowerPacksTable;
  product_sales: ProductSalesTable;
  quota_buckets: QuotaBucketsTable;
  quota_takes: QuotaTakesTable;
  recall_records: RecallRecordsTable;
  recall_runs: RecallRunsTable;
  recovery_codes: RecoveryCodesTable;
  redeem_batches: RedeemBatchesTable;
  redeem_codes: RedeemCodesTable;
  redemptions: RedemptionsTable;
  refunds: RefundsTable;
  regional_agents: RegionalAgentsTable;
  regional_incomes: RegionalIncomesTable;
  registration_gifts: RegistrationGiftsTable;
  retention_marks: RetentionMarksTable;
  retry_states: RetryStatesTable;
  risk_events: RiskEventsTable;
  risk_restrictions: RiskRestrictionsTable;
  risk_rules: RiskRulesTable;
  sandbox_payments: SandboxPaymentsTable;
  sandbox_refunds: SandboxRefundsTable;
  saved_views: SavedViewsTable;
  schema_migrations: SchemaMigrationsTable;
  secret_roots: SecretRootsTable;
  server_instances: ServerInstancesTable;
  service_clients: ServiceClientsTable;
  service_nonces: ServiceNoncesTable;
  service_secrets: ServiceSecretsTable;
  session_epochs: SessionEpochsTable;
  setting_histories: SettingHistoriesTable;
  setting_secrets: SettingSecretsTable;
  settings: SettingsTable;
  sign_logs: SignLogsTable;
  sign_rules: SignRulesTable;
  slide_tasks: SlideTasksTable;
  slide_templates: SlideTemplatesTable;
  usage_daily: UsageDailyTable;
  usage_records: UsageRecordsTable;
  usage_sums: UsageSumsTable;
  user_identities: UserIdentitiesTable;
  user_memberships: UserMembershipsTable;
  user_visits: UserVisitsTable;
  users: UsersTable;
  verification_codes: VerificationCodesTable;
  video_tasks: VideoTasksTable;
  view_defaults: ViewDefaultsTable;
  violation_logs: ViolationLogsTable;
  vip_faqs: VipFaqsTable;
  vip_plans: VipPlansTable;
  wallets: WalletsTable;
  webhook_cursors: WebhookCursorsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_endpoints: WebhookEndpointsTable;
  webhook_secrets: WebhookSecretsTable;
  withdrawals: WithdrawalsTable;
  write_reruns: WriteRerunsTable;
  write_tasks: WriteTasksTable;
  write_template_versions: WriteTemplateVersionsTable;
  write_templates: WriteTemplatesTable;
}

/** The table that stores the records of each resource. */
export interface TableOfResource {
  admin: 'admins';
  adminSession: 'admin_sessions';
  agent: 'agents';
  agentCategory: 'agent_categories';
  agentVersion: 'agent_versions';
  aiBackground: 'ai_backgrounds';
  aiIcon: 'ai_icons';
  aiModel: 'ai_models';
  aiTech: 'ai_techs';
  allowWord: 'allow_words';
  apiKey: 'api_keys';
  apiKeyEvent: 'api_key_events';
  approval: 'approvals';
  auditLog: 'audit_logs';
  backgroundJob: 'background_jobs';
  backup: 'backups';
  bannedWord: 'banned_words';
  carousel: 'carousels';
  chatMessage: 'chat_messages';
  chatSession: 'chat_sessions';
  clientApp: 'client_apps';
  commission: 'commissions';
  course: 'courses';
  courseSchedule: 'course_schedules';
  creditLot: 'credit_lots';
  currencyPack: 'currency_packs';
  dataset: 'datasets';
  distributor: 'distributors';
  drawCategory: 'draw_categories';
  drawPrompt: 'draw_prompts';
  drawPromptCategory: 'draw_prompt_categories';
  drawTask: 'draw_tasks';
  file: 'files';
  frontVersion: 'front_versions';
  goldenQuestion: 'golden_questions';
  helpDoc: 'help_docs';
  helpDocVersion: 'help_doc_versions';
  hold: 'holds';
  identityProvider: 'identity_providers';
  inviteRecord: 'invite_records';
  keyLease: 'key_leases';
  knowChunk: 'know_chunks';
  knowDoc: 'know_docs';
  knowledge: 'knowledge_bases';
  knowledgeExport: 'knowledge_exports';
  ledgerEntry: 'ledger_entries';
  loginLog: 'login_logs';
  menuGroup: 'menu_groups';
  menuItem: 'menu_items';
  mindMapTask: 'mind_map_tasks';
  mindMapTemplate: 'mind_map_templates';
  miniApp: 'mini_apps';
  miniAppCategory: 'mini_app_categories';
  miniAppVersion: 'mini_app_versions';
  modelPrice: 'model_prices';
  musicStyle: 'music_styles';
  musicTask: 'music_tasks';
  notice: 'notices';
  order: 'orders';
  payableEntry: 'payable_entries';
  paymentEvent: 'payment_events';
  pdfChunk: 'pdf_chunks';
  pdfDoc: 'pdf_docs';
  pdfMessage: 'pdf_messages';
  powerPack: 'power_packs';
  recallRecord: 'recall_records';
  recallRun: 'recall_runs';
  redeemBatch: 'redeem_batches';
  redeemCode: 'redeem_codes';
  redemption: 'redemptions';
  refund: 'refunds';
  regionalAgent: 'regional_agents';
  regionalIncome: 'regional_incomes';
  riskEvent: 'risk_events';
  riskRestriction: 'risk_restrictions';
  riskRule: 'risk_rules';
  serviceClient: 'service_clients';
  signLog: 'sign_logs';
  signRule: 'sign_rules';
  slideTask: 'slide_tasks';
  slideTemplate: 'slide_templates';
  usageRecord: 'usage_records';
  user: 'users';
  userIdentity: 'user_identities';
  userMembership: 'user_memberships';
  videoTask: 'video_tasks';
  violationLog: 'violation_logs';
  vipFaq: 'vip_faqs';
  vipPlan: 'vip_plans';
  wallet: 'wallets';
  webhookDelivery: 'webhook_deliveries';
  webhookEndpoint: 'webhook_endpoints';
  withdrawal: 'withdrawals';
  writeRerun: 'write_reruns';
  writeTask: 'write_tasks';
  writeTemplate: 'write_templates';
  writeTemplateVersion: 'write_template_versions';
}
