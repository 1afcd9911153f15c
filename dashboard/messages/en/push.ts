/** Notifications on the device that the owner holds, and the installed dashboard. */
export const push = {
  'push.heading': 'Notifications on this device',
  'push.about': 'Get a notification on this device when a tip arrives, even while Busker is closed.',
  'push.on': 'Turn on notifications',
  'push.isOn': 'On',
  'push.isOnHere': 'This device gets notifications.',
  'push.stop': 'Stop on this device',
  'push.unsupported': 'This browser cannot get notifications. Try another browser, or use email.',
  'push.blocked':
    'Notifications from Busker are blocked in this browser. Allow them in the browser’s settings for this site, then reload the page.',
  'push.ios': 'On iPhone and iPad, notifications work only after you add Busker to your Home Screen:',
  'push.iosShare': 'Tap Share in Safari.',
  'push.iosAdd': 'Choose “Add to Home Screen”.',
  'push.iosOpen': 'Open Busker from the Home Screen, sign in there once, and turn on notifications.',
  'push.seen': 'Did you see the notification?',
  'push.seenYes': 'Yes, I saw it',
  'push.seenNo': 'No',
  'push.unseen':
    'Then something blocks it. Check that this device allows notifications from your browser and that Do Not Disturb is off.',
  'push.failed.timed-out': 'Your browser did not answer. Check your connection.',
  'push.failed.dismissed': 'You have not answered the browser’s question. Allow notifications to go on.',
  'push.failed.blocked': 'Notifications from Busker are blocked in this browser.',
  'push.failed.refused': 'Your browser refused. In private windows notifications do not work.',
  'push.install': 'Install Busker',
  'push.closed': 'Open Busker to see it',
} as const;
