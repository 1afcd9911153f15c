import { expect, test } from '../fixtures';
import { signIn } from '../steps';

const bookmarks = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><A HREF="https://shop.example.com/">Shop &amp; more</A>
        <DT><H3>Music</H3>
        <DL><p>
            <DT><A HREF="https://song.example.com/">The song</A>
        </DL><p>
        <DT><A HREF="javascript:alert(1)">A trick</A>
    </DL><p>
</DL><p>
`;

// Holds dash-966.
test('an owner brings the bookmarks of their browser, publishes them, and visitors see them under their headings', async ({
  page,
  context,
  busker,
  tenant,
}) => {
  const owner = await tenant();
  await signIn(page, busker, owner);
  await page.getByRole('button', { name: 'Import links' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import links' });
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file' }).click();
  const buffer = Buffer.from(bookmarks);
  await (await chooser).setFiles({ name: 'no-name.bin', mimeType: 'application/octet-stream', buffer });

  await expect(dialog.getByText('2 links found')).toBeFocused();
  await expect(dialog.getByText(/^Line 13 A trick: Use an address that starts with/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add 2 links' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Shop & more' })).toBeVisible();

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Published. Your card is up to date everywhere.')).toBeVisible();
  const visitor = await context.newPage();
  await visitor.goto(`${busker.app}/@${owner.handle}`);
  const card = visitor.getByRole('region', { name: owner.name });
  await expect(card.getByRole('link', { name: 'Shop & more' })).toBeVisible();
  await expect(card.getByText('Music', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: 'The song' })).toHaveAttribute('href', /song\.example\.com/);
});
