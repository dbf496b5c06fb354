wallNotes = [];
var wallOpen = localStorage.getItem('wall-open') != 'no';
if (document.cookie.indexOf('wall=') < 0) document.cookie = 'wall=1';

function toggleWall() {
  wallOpen = !wallOpen;
  localStorage['wall-open'] = wallOpen ? 'yes' : 'no';
  document.getElementById('wall-notes').style.display = wallOpen ? '' : 'none';
}

function pinNote(form) {
  chat.os.send(':note ' + form.note.value);
  form.note.value = '';
  return false;
}

function clearWall() {
  if (confirm('Really?')) chat.os.send(':note-clear');
  else window.wallKept = true;
}

function showTools() {
  var names = [];
  for (var name in chat.os.upgrades) {
    if (chat.os.upgrades.hasOwnProperty(name)) names.push(name);
    else names.push('not a tool: ' + name);
  }
  document.getElementById('wall-tools').innerHTML = names.length + ' tools: ' + names.join(', ');
}

chat.os.addInputHandler(function wallInput(message, next) {
  if (message.type != 'note') return next();
  wallNotes.push(message);
  var item = document.createElement('li');
  item.appendChild(document.createTextNode(message.from.name + ': ' + message.text));
  document.getElementById('wall-notes').appendChild(item);
  with (item) { title = new Date(message.timestamp).toLocaleString(); }
});

setTimeout("showTools()", 10);
