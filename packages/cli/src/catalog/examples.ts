/**
 * Examples of common tasks, shown by the help of each command. A command that creates a record prints its id only, so that the
 * next one can read it with `-`.
 */
export const examples: Readonly<Record<string, readonly string[]>> = {
  'redeem-batch generate': [
    'gantry redeem-batch generate --name "Spring" --kind coin --coin 100 --count 1000',
    'gantry redeem-code export codes.csv --batch "$(gantry redeem-batch generate --name "Shop 12" --kind coin --coin 100 --count 1000)"',
  ],
  'redeem-batch void-batch': [
    'gantry redeem-batch void-batch 7 --reason "Leaked on a forum" --yes && gantry redemption list --batch 7 --all',
  ],
  'redeem-code export': ['gantry redeem-code export codes.csv --batch 7'],
  'redemption list': ['gantry redemption list --batch 7 --all -o csv'],
  'redemption reverse': [
    'gantry redemption preview-reverse 12',
    'gantry redemption list --batch 7 --where status=granted -o id | gantry redemption reverse - --reason "Leaked codes" --shortfall negative --yes',
  ],
  'order list': ['gantry order list --quick undelivered', 'gantry order list --user 7 --sort -createdAt'],
  'order retry-fulfillment': ['gantry order list --quick undelivered -o id | gantry order retry-fulfillment -'],
  'order refund': [
    'gantry order preview-refund 7 --amount 28',
    'gantry order refund 7 --amount 28 --reason "Paid twice" --shortfall prorate --yes',
  ],
  'user adjust-balance': [
    'gantry user adjust-balance 7 --asset coin --amount 500 --reason "Sorry for the outage" --yes',
  ],
  'user ban': ['gantry user ban 7 --ban-reason spam --reclaim-invites --yes'],
  'user-membership extend': [
    'gantry user-membership extend --matching --where status=active --days 1 --reason "Outage of last night" --dry-run',
    'gantry user-membership extend --matching --where status=active --days 1 --reason "Outage of last night" --yes',
  ],
  'api-key list': ['gantry api-key list --quick failing'],
  'api-key test': ['gantry api-key list --quick failing -o id | gantry api-key test -'],
  'api-key import': [
    'gantry api-key import --template > keys.csv',
    'gantry api-key import keys.csv --on-conflict skip --errors bad.csv',
  ],
  'ai-model clone': [
    'gantry ai-model clone 7 --name "Galaxy 5" --code galaxy-5 | gantry ai-model edit - --price-in 5 --price-out 15 --required-vip-level 1 | gantry ai-model enable -',
  ],
  'banned-word import': [
    'gantry banned-word import words.txt --set match=contains --set category=ad --dry-run',
    'gantry banned-word import words.txt --on-conflict skip && gantry banned-word look-back --added-hours 1 --hours 24',
  ],
  'banned-word look-back': ['gantry banned-word look-back --words @words.txt --hours 24'],
  'banned-word test': [
    'gantry banned-word test --text "the message that was blocked"',
    'gantry allow-word create --phrase "a phrase that is fine"',
  ],
  'notice create': [
    'gantry notice create --title 维护公告 --title-en Maintenance --content @zh.md --content-en @en.md --audience vip | gantry notice schedule - --start-at "2026-12-01 09:00"',
  ],
  'know-chunk edit': ['gantry know-chunk edit 7 --content @chunk.md && gantry recall-record rerun 12'],
  'usage-record report': ['gantry usage-record report --by user,model --range last-7d --sort -cost --limit 10'],
  'recall-record test': ['gantry recall-record test --knowledge 1 --query "How do I get a refund?"'],
  'know-doc retry': [
    'gantry know-doc list --where status=failed --fields name,errorCode',
    'gantry know-doc retry --matching --where status=failed --yes',
  ],
  'admin create': [
    'gantry admin create --username li.na --name "Li Na" --password @initial.txt --permission-set orders --require-two-factor',
  ],
};

/** Examples of commands without a definition: they have no other example. */
export const plainExamples: Readonly<Record<string, readonly string[]>> = {
  logout: ['gantry logout', 'gantry logout --profile staging'],
  whoami: ['gantry whoami', 'gantry whoami --jq .role'],
  'profile list': ['gantry profile list'],
  'profile show': ['gantry profile show', 'gantry profile show staging -o json'],
  'profile delete': ['gantry profile delete staging'],
  system: ['gantry system', 'gantry system --watch 5', 'gantry system --jq .health'],
  tui: ['gantry tui', 'ssh -t ops.example.com gantry tui --ascii'],
  'exit-codes': ['gantry exit-codes', "gantry exit-codes --jq '.[].status'"],
  'ledger verify': ['gantry ledger verify', "gantry ledger verify --json || echo 'the books do not agree'"],
  'config export': ['gantry config export > settings.json', 'gantry config export --all'],
  'config import': [
    'gantry config import settings.json',
    'gantry config export --profile staging | gantry config import -',
  ],
  'config test': ['gantry config test storage', 'gantry config test mail send --input to=li.na@example.com'],
  'alias list': ['gantry alias list'],
  'alias delete': ['gantry alias delete stuck'],
  'audit-log undo': ['gantry audit-log undo 7 --dry-run', 'gantry audit-log undo 7 --yes'],
  'usage-record rebuild': ['gantry usage-record rebuild'],
};
