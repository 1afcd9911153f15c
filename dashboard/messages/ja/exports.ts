export const exporting = {
  'export.heading': 'あなたのデータ',
  'export.note': 'チップ、または保存されているあなたのデータすべてをファイルで持ち出せます。',
  'export.csv': 'すべてのチップを表で（CSV）',
  'export.bookkeeping': '帳簿用（CSV）',
  'export.json': 'すべてのデータ（JSON）',
  'export.part': 'このファイルには、絞り込みで表示されたチップだけが入っています。',
  'export.label': 'エクスポート',
  'export.starting': 'ファイルを準備しています…',
  'export.running': 'ファイルを準備しています：チップ{total, number}件中{done, number}件',
  'export.preparing':
    'チップが多いため、先にファイルを準備します。このページは閉じてもかまいません。ファイルは「アカウント」に用意されます。',
  'export.retrying': '問題が起きました。自動で再試行します。',
  'export.ready':
    'ファイルができました：{tips, plural, other {チップ#件}}、{size}。{until}まで保存されます。',
  'export.unreadable': '{count}件のチップは読み取れなかったため、含まれていません。運営者に通知済みです。',
  'export.download.csv': 'CSVをダウンロード',
  'export.download.bookkeeping': '帳簿用のCSVをダウンロード',
  'export.download.json': 'JSONをダウンロード',
  'export.expired': '前回のファイルはもう保存されていません。',
  'export.again': '新しいファイルを準備',
};
