var portraits = { failed: [] };

function portraitOf(person) {
  var picture = document.createElement('img');
  picture.className = 'portrait';
  picture.width = picture.height = 24;
  picture.alt = person.name;
  picture.onerror = function () { portraits.failed.push(this.alt); };
  picture.src = person.picture || 'http://portraits.invalid/' + escape(person.email || person.name) + '?s=24';
  return picture;
}

chat.os.addInputHandler(function portraitComment(message, next) {
  if (message.type !== 'comment') { next(); return; }
  var line = document.createElement('div');
  line.className = 'with-portrait';
  line.appendChild(portraitOf(message.from));
  line.appendChild(document.createTextNode(message.from.name + ' said ' + message.body));
  document.querySelector('#responses').insertBefore(line, document.querySelector('#responses').firstChild);
}, 3);

// A service that is gone: nothing comes of it, and nothing else stops.
var asked = new XMLHttpRequest();
asked.open('GET', 'http://portraits.invalid/all.json', true);
asked.onreadystatechange = function () { if (asked.readyState === 4) portraits.status = asked.status; };
asked.send(null);
var padded = document.createElement('script');
padded.src = 'http://portraits.invalid/all.js?callback=portraitsCame';
padded.onerror = function () { portraits.scriptFailed = true; };
document.getElementsByTagName('head')[0].appendChild(padded);
portraits.ready = true;
