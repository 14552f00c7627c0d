export const networkDialog = {
  whileOn:
    'Judges and agents can be reached from this tab. Nothing is sent until you press “Try”, “Judge” or “Run”, or “Load it” for a linked dataset, and then only to the address shown. The network stays on, even after a reload, until you close this tab or turn it off.',
  whileOff:
    'Your data stays on this device. The page’s security policy tells the browser to block everything that the page and its workers could load from or send to other hosts: fetches, sockets, images, scripts, frames, forms, prefetches. From its own host the page loads its own files and nothing else.',
  requests: 'Requests since this page was opened',
  blocked: 'Blocked by the browser',
  hosts: 'Hosts allowed',
  anyHost: 'any over HTTPS, and this device',
  noHost: 'none',
  turnOff: 'Turn the network off',
  turnOn:
    'Only judges, agents and linked datasets need the network. Turning it on reloads the page. Your work is kept.',
  limits:
    'A page’s policy cannot block opening another address in a tab, or WebRTC. This page does neither by itself, and your own metrics run where they cannot. Browser extensions can read pages too and are not bound by the policy.',
};
